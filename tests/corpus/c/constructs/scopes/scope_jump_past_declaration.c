// expect: unsafe
// `goto` jumps past the inner declaration, which still hides the outer variable: that one stays 5.
#include <assert.h>

int main(void) {
  int y = 5;
  {
    goto inside;
    int y;
  inside:
    y = 7;
  }
  assert(y == 7);
}
