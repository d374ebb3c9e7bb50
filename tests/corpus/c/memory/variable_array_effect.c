// expect: unsafe
// The size of the array has an effect.
#include <assert.h>

int main(void) {
  int n = 2;
  int a[n++];
  assert(n == 2);
}
