// expect: unknown
// Nobody can wait for a detached thread: what the join does is not known.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
  x = 1;
  return 0;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_detach(thread);
  pthread_join(thread, 0);
  assert(x == 1);
  return 0;
}
