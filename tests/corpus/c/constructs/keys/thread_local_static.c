// expect: unsafe
// Each thread has its own, whichever word comes first.
#include <assert.h>
#include <pthread.h>

_Thread_local static int x;

void *worker(void *unused)
{
  x = 1;
  return 0;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(x == 1);
  return 0;
}
