// expect: safe
// A strong compare and exchange fails only if the value is another one.
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

int main(void) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(&x, &expected, 1))
    assert(0);
  assert(x == 1);
}
