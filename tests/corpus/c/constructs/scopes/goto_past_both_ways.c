// expect: safe
// A jump within a block does not enter it again: `v` keeps the value of the first time (C11 6.2.4p6).
#include <assert.h>

int main(void)
{
  int k = 0;
again:;
  if (k)
    goto out;
  int v = 1;
  int *p = &k;
  k = 1;
  goto again;
out:
  assert(v == 1);
  assert(p == &k);
  return 0;
}
