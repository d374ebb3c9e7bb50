// expect: safe, flags --spawn __VERIFIER_atomic_worker
// A thread whose function is atomic by its name is one step.
#include <assert.h>

int x;

void __VERIFIER_atomic_worker(void) {
  int before = x;
  x = before + 1;
  assert(x == before + 1);
}
