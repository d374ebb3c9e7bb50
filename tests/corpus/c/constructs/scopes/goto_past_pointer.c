// expect: unsafe
// A jump past the declaration of a pointer leaves it without a value: the `goto out` bug.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
  if (__VERIFIER_nondet_int())
    goto out;
  int *p = &x;
  x = 1;
out:
  *p = 2;
  assert(x == 2);
  return 0;
}
