// expect: safe
// An unsigned bit-field narrower than int is promoted to int (C11 6.3.1.1p2), so the comparison is signed.
#include <assert.h>
struct S { unsigned a : 3; } s;
int main(void) {
  assert(s.a > -1);
  return 0;
}
