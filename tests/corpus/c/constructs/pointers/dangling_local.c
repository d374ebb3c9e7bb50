// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
// `k` does not exist any more when it is read (an invalid access, as for freed objects).
#include <assert.h>
int *p;
static void set(int v) { int k = v; p = &k; }
static void other(void) { int z = 7; int *q = &z; *q = 8; }
int main(void) {
  set(1);
  other();
  assert(*p == 1);
  return 0;
}
