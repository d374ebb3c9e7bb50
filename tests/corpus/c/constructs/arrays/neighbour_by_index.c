// expect: unsafe
// From one array a small index does not lead into the next one.
#include <assert.h>

int main(void)
{
  int a[3] = { 1, 1, 1 }, b[3] = { 2, 2, 2 }, first = 1, i = 4, *p;
  if (first)
    p = a;
  else
    p = b;
  assert(p[i] == 2);
  return 0;
}
