// expect: unsafe
// A function without a body that gives any value may also write what it gets a pointer to.
#include <assert.h>
int nondet_fill(int *to);

int main(void)
{
  int x = 1;
  nondet_fill(&x);
  assert(x == 1);
  return 0;
}
