// expect: error unsupported
// The attribute makes the type 8 bits wide.
#include <assert.h>

typedef int tiny __attribute__((mode(QI)));

int main(void) {
  tiny x = 256;
  assert(x == 256);
}
