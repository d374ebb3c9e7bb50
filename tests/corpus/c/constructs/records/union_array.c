// expect: safe
#include <assert.h>
union U { int a; int b; } u[2] = {1, 2};
int main(){ assert(u[1].a == 2); return 0; }
