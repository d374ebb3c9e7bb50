// expect: safe
#include <assert.h>
int main(void) { int x = 0; __typeof__(x) y = 1; assert(_Generic(y, int: 1, default: 2) == 1 && x + y == 1); return 0; }
