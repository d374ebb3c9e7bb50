// expect: error unsupported
// `%n` stores how much was printed.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  printf("five\n%n", &n);
  assert(n == 0);
}
