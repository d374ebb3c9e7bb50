// expect: safe
#include <assert.h>
struct { union { int a; int b; }; int c; } s = {1, 2};
int main(){ assert(s.a == 1 && s.c == 2); return 0; }
