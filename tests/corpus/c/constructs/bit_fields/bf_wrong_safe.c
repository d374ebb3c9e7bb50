// expect: unsafe
#include <assert.h>
struct S { unsigned a:3; } s;
int main(){ s.a = 1; if (s.a - 5 < 0) assert(0); return 0; }
