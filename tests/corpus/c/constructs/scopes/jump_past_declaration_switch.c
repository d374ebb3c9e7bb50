// expect: unsafe
// Every call has a variable of its own, which the jump to the second label leaves without a value.
#include <assert.h>

int get(int which)
{
  switch (which) {
    int x;
  case 0:
    x = 7;
    return x;
  case 1:
    return x;
  }
  return 7;
}

int main(void)
{
  for (int i = 0; i < 2; i++)
    assert(get(i) == 7);
  return 0;
}
