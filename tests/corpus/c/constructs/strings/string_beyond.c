// expect: unsafe
// There is nothing far behind the zero, and a number from outside may lead there.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
  const char *p = "ab";
  int i = __VERIFIER_nondet_int();
  if (i != 0 && i != 1 << 30)
    return 0;
  assert(p[i] != 'x');
  return 0;
}
