// expect: unsafe
// The new thread evaluates the argument itself and may see the later value.
#include <assert.h>

int x;

void check(int value) { assert(value == 0); }

int main(void) {
__CPROVER_ASYNC_1:
  check(x);
  x = 1;
}
