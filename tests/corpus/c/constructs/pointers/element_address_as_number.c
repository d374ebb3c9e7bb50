// expect: unsafe, property reach-error
// The address of an element as a number is still known as one after a constant is subtracted.
#include <stdint.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int a[4];

int main(void)
{
  unsigned i = __VERIFIER_nondet_uint() % 3 + 1;
  *(int *)((uintptr_t)&a[i] - 4) = 7;
  if (a[i - 1] == 7)
    reach_error();
  return 0;
}
