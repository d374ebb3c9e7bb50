// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
#include <assert.h>
struct { struct { int x, y; } a; int z; } s = {.a.x = 1, 2};
int main(){ if (s.a.y == 2) assert(0); return 0; }
