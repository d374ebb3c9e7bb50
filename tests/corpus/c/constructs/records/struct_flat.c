// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
#include <assert.h>
struct A {int a; int b;}; union { struct A s; long l; } g = { .l = 5 };
int main(){ assert(g.s.a != 5); return 0; }
