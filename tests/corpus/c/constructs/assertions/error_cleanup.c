// expect: unsafe, flags --property reach-error
// A cleanup handler that is `__VERIFIER_error` is called when it is popped.
#include <pthread.h>
void __VERIFIER_error(void *unused) {}

int main(void)
{
  pthread_cleanup_push(__VERIFIER_error, 0);
  pthread_cleanup_pop(1);
  return 0;
}
