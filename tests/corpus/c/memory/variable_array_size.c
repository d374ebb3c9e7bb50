// expect: safe
// The size of the array has an effect, which happens once.
#include <assert.h>

int main(void) {
  int n = 2;
  int a[n++];
  assert(n == 3 && sizeof a == 2 * sizeof(int));
}
