// expect: unknown
// Nobody waits for a thread that attributes make a detached one.
#include <assert.h>
#include <pthread.h>

int done;
void *run(void *argument) { done = 1; return 0; }

int main(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, run, 0);
  pthread_join(thread, 0);
  assert(done == 1);
  return 0;
}
