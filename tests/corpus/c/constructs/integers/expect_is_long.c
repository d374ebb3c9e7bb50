// expect: safe
// `__builtin_expect` has type `long` and evaluates both arguments.
#include <assert.h>

int main(void) {
  int n = -1, guesses = 0;
  assert(__builtin_expect(n, guesses++) < 1u);
  assert(guesses == 1);
}
