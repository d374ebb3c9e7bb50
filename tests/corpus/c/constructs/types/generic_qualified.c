// expect: error unsupported
// A value never has a qualified type, so that `default` is taken by gcc.
#include <assert.h>
int main(void) { int x = 0; assert(_Generic(x, const int: 1, default: 2) == 1); return 0; }
