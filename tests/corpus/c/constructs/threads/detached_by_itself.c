// expect: unknown
// Nobody waits for a thread that has detached itself.
#include <assert.h>
#include <pthread.h>

int done;
void *run(void *argument) { pthread_detach(pthread_self()); done = 1; return 0; }

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(done == 1);
  return 0;
}
