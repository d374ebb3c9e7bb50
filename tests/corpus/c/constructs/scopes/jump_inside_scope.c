// expect: safe
// A jump within the scope of a variable leaves it as it is.
#include <assert.h>

int main(void)
{
  int x = 3;
  {
    int y = 4;
    goto later;
  back:
    assert(x == 3 && y == 4);
    return 0;
  later:
    if (y == 4)
      goto back;
  }
  assert(0);
}
