// expect: safe
// The inner enumeration has a negative constant and is signed, the outer one of the same tag stays unsigned.
#include <assert.h>

enum level { LOW, HIGH };

int main(void) {
  {
    enum level { BELOW = -1 };
    enum level inner = BELOW;
    assert(inner < 0);
  }
  enum level outer = -1;
  assert(outer > HIGH);
}
