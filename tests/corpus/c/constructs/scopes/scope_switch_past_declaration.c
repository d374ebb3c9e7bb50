// expect: safe
// The declaration between the cases hides the outer variable although control never passes it.
#include <assert.h>

int main(void) {
  int y = 5;
  switch (1) {
  case 0:
    break;
    int y;
  case 1:
    y = 7;
  }
  assert(y == 5);
}
