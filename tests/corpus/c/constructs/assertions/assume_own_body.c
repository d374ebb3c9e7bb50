// expect: unsafe
// A program's own `__VERIFIER_assume` does what its body says.
#include <assert.h>
void __VERIFIER_assume(int condition) {}

int main(int argc, char **argv)
{
  __VERIFIER_assume(argc == 3);
  assert(argc == 3);
  return 0;
}
