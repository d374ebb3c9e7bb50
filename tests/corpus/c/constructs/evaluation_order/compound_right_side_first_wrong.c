// expect: unsafe
// The right side of `+=` is evaluated first if it has effects (PR c/58943), and then where the left side is.
#include <assert.h>

int x = 1, i, a[2];
int *p = a;

int change(void)
{
  x = 10;
  i = 1;
  p = &a[1];
  return 1;
}

int main(void)
{
  x += change();
  assert(x == 2);
  i = 0;
  a[i] += change();
  assert(a[0] == 0 && a[1] == 1);
  p = a;
  *p -= change();
  assert(a[0] == 0 && a[1] == 0);
  return 0;
}
