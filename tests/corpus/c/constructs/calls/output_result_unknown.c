// expect: unsafe
// Printing may fail, so its result is not known.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int printed = printf("x\n");
  assert(printed == 0);
}
