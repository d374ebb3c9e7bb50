// expect: safe
// Arguments made from the creator's locals are passed as they are when the thread starts.
#include <assert.h>

int x;

void check(int value) { assert(value == 1); }

int main(void) {
  int y = 0;
__CPROVER_ASYNC_1:
  check(y + 1);
  y = 1;
  x = y;
}
