// expect: safe
// Numbers that are first values stay what they are, whatever was refused before them.
#include <assert.h>
#include <stdint.h>

int a[4];
static double unused = 1.5;
static uintptr_t outside = (uintptr_t)&a - 4;
int five = 5;

int main(void)
{
  assert(five == 5);
  return 0;
}
