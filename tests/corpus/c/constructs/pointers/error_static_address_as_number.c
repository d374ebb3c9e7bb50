// expect: error unsupported
// A first value that is computed from an address leads out of its object.
#include <assert.h>
#include <stdint.h>

int a[4];
static uintptr_t before = (uintptr_t)&a - 4;

int main(void)
{
  *(int *)(before + 4) = 7;
  assert(a[0] == 7);
  return 0;
}
