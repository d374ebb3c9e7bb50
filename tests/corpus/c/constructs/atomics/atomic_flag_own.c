// expect: safe
// A program's own type may be called `atomic_flag`.
#include <assert.h>
typedef int atomic_flag;

int main(void)
{
  atomic_flag n = 5;
  n++;
  assert(n == 6);
  return 0;
}
