// expect: safe
// `__VERIFIER_nondet_memory` writes as many bytes as it is told.
#include <assert.h>
#include <stddef.h>
void __VERIFIER_nondet_memory(void *, size_t);

int main(void)
{
  struct { int a; int b[2]; int c; } s = {1, {2, 3}, 4};
  __VERIFIER_nondet_memory(s.b, sizeof s.b);
  assert(s.a == 1 && s.c == 4);
  return 0;
}
