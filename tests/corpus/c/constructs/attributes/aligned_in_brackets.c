// expect: unsafe
// [[gnu::aligned]] has the same meaning as the attribute.
#include <assert.h>

struct wide { char c; [[gnu::aligned(16)]] int x; };

int main(void)
{
  assert(sizeof(struct wide) == 8);
  return 0;
}
