// expect: unsafe
// Each round of the loop enters the block anew, so `v` of the round before is gone.
#include <assert.h>

int main(void)
{
  int *volatile p;
  for (int k = 0; k < 2; k++) {
    if (k)
      goto out;
    int v;
    v = 1;
  out:
    p = &v;
    assert(*p == 1);
    {
      int w[16];
      p = w;
      *p = 9;
    }
  }
  return 0;
}
