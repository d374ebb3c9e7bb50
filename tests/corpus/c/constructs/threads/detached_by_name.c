// expect: unknown
// The thread detaches itself, by a handle of its own that has the name of another one.
#include <assert.h>
#include <pthread.h>

int done;

void *run(void *argument)
{
  pthread_t thread = pthread_self();
  pthread_detach(thread);
  done = 1;
  return 0;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(done == 1);
  return 0;
}
