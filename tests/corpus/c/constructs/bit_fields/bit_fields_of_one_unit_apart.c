// expect: error unsupported
// Members or bit-fields without a width separate memory locations, even within a unit.
#include <assert.h>
#include <pthread.h>

struct flags { unsigned a : 4; char : 0; unsigned b : 4; } f;

void *worker(void *unused)
{
  f.a = 1;
  return 0;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  f.b = 1;
  pthread_join(thread, 0);
  assert(f.a && f.b);
  return 0;
}
