// expect: safe
// The order of first values in braces is open in C: that it is from left to right is listed under `assumes`.
#include <assert.h>

struct pair { int a, b; };

int main(void)
{
  int x = 0;
  struct pair p = { .b = x++, .a = x++ };
  assert(p.b == 0 && p.a == 1);
  return 0;
}
