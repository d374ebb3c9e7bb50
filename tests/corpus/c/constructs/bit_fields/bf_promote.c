// expect: safe
#include <assert.h>
struct S { unsigned a:3; unsigned b:5; } s;
int main(){ s.a = 1; assert(s.a - 5 < 0); assert(s.a > -1); assert((s.a << 31 >> 31) == -1); return 0; }
