// expect: unsafe
// Every time a block is entered its variables are new ones, also by a jump past their declarations (C11 6.2.4).
#include <assert.h>

int main(void)
{
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      goto inside;
    int x;
    x = 5;
  inside:
    assert(x == 5);
  }
  return 0;
}
