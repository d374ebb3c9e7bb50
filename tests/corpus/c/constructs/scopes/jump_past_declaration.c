// expect: unsafe
// Every time a block is entered its variables are new ones, also by a jump past their declarations (C11 6.2.4): where `x` was
// may be `y` meanwhile.
#include <assert.h>

int main(void)
{
  int *volatile p;
  for (int i = 0; i < 2; i++) {
    {
      if (i == 1)
        goto inside;
      int x[16];
      x[0] = 5;
    inside:
      p = x;
      assert(p[0] == 5);
    }
    {
      int y[16];
      for (int j = 0; j < 16; j++)
        y[j] = 99;
      p = y;
    }
  }
  return 0;
}
