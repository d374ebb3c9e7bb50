// expect: unsafe
// A character outside ASCII is no single one.
#include <assert.h>

int main(void)
{
  assert('é' == -23);
  return 0;
}
