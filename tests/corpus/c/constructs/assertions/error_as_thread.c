// expect: unsafe, flags --property reach-error
// A thread that runs `reach_error` calls it.
#include <pthread.h>
void *reach_error(void *unused) { return unused; }

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, reach_error, 0);
  return 0;
}
