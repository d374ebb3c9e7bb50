// expect: unsafe
// A copy keeps the value when the variable that it was made of gets another one.
#include <assert.h>
#include <pthread.h>

int x, y;

void *worker(void *unused)
{
  int now = x;
  int old = now;
  x = now + 1;
  now = x;
  y = 1;
  assert(now == old);
  return 0;
}

int main(void)
{
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
