// expect: error unsupported
// (safe is the truth; the model does not go that far.)
#include <assert.h>
struct { int a[4]; int z; } s[1] = { [0].a[1 ... 2] = 5 };
int main(){ assert(s[0].a[1] == 5 && s[0].a[2] == 5); return 0; }
