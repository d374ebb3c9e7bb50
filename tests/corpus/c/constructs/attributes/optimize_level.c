// expect: safe
#include <assert.h>
#pragma GCC optimize("O2")
__attribute__((optimize("O3"))) int twice(int n) { return 2 * n; }
int main(void) { assert(twice(2) == 4); return 0; }
