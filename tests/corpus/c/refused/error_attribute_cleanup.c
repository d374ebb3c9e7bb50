// expect: error unsupported
// The attribute makes a function run at the end of the block.
#include <assert.h>

int x;

void set(int *p) { x = *p; }

int main(void) {
  {
    int y __attribute__((cleanup(set))) = 1;
  }
  assert(x == 0);
}
