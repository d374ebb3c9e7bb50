// expect: unsafe
// An unsigned bit-field narrower than int is promoted to int (C11 6.3.1.1p2): 0 - 1 is negative.
#include <assert.h>
struct S { unsigned a : 3; } s;
int main(void) {
  assert(s.a - 1 > 0);
  return 0;
}
