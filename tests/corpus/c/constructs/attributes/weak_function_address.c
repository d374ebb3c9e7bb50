// expect: error unsupported
// A weak function that is not defined is at address 0.
#include <assert.h>

int f(void) __attribute__((weak));

int main(void)
{
  assert(f != 0);
  return 0;
}
