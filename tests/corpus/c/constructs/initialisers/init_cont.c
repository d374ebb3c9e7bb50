// expect: error unsupported
// (safe is the truth; the model does not go that far.)
#include <assert.h>
struct { struct { int x, y; } a; int z; } s = {.a.x = 1, 2};
int main(){ assert(s.a.y == 2 && s.z == 0); return 0; }
