// expect: unsafe
// `__auto_type` and names that begin with `__` are variables like others when their declaration is jumped past.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
  int jump = __VERIFIER_nondet_int();
  if (jump == 1)
    goto first;
  __auto_type a = 3;
first:
  assert(jump != 1 || a == 3);
  if (jump == 2)
    goto second;
  int __b = 4;
second:
  assert(__b == 4);
  return 0;
}
