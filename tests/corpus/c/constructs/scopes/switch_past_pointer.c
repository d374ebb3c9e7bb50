// expect: unsafe
// A `case` inside a block jumps past the declarations before it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int x;

int main(void)
{
  switch (__VERIFIER_nondet_int()) {
  case 0:;
    int *p = &x;
  case 1:
    *p = 2;
    assert(x == 2);
  }
  return 0;
}
