// expect: error unsupported
// The statement of the new thread names a local variable of its creator, which hides the shared one.
#include <assert.h>

int x;

int main(void) {
  int x = 1;
__CPROVER_ASYNC_1: { assert(x == 0); }
}
