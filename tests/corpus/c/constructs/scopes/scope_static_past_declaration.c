// expect: unsafe
// The static variable behind the `goto` is not the shared one of the same name.
#include <assert.h>

int y = 5;

int main(void) {
  {
    goto inside;
    static int y;
  inside:
    y = 7;
  }
  assert(y == 7);
}
