// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
#include <assert.h>
struct { char c; union { int w; unsigned char b[4]; } u; } g = { 1, { 0x01020304 } };
int main(){ int i = 0; assert(g.u.b[i] != 4); return 0; }
