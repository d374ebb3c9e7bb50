// expect: unsafe
// Without a `return` the function's value can be anything.
#include <assert.h>

int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
}

int main(void) { assert(sign(0) == 0); }
