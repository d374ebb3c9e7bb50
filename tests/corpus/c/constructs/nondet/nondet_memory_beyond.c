// expect: unsafe
// More bytes than there are cannot be written.
#include <stddef.h>
void __VERIFIER_nondet_memory(void *, size_t);

int main(void)
{
  int a[2];
  __VERIFIER_nondet_memory(a, 3 * sizeof a[0]);
  return 0;
}
