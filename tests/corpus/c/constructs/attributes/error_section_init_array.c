// expect: error unsupported
// A function that the linker's tables name runs before `main`.
#include <assert.h>
int x;
static void before(void) { x = 1; }
__attribute__((section(".init_array"), used)) static void (*runs)(void) = before;

int main(void)
{
  assert(x == 0);
  return 0;
}
