// expect: safe
// The count has more bits than what is shifted; none of them is lost.
#include <assert.h>

int main(void) {
  unsigned long long count = 1ull << 32;
  assert(1u << count == 0);
}
