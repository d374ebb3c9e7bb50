// expect: unsafe, flags --granularity statement
// A loop inside an expression may wait, so it is no single step.
#include <assert.h>
#include <pthread.h>

int started, flag, x;

void *run(void *argument)
{
  while (!started)
    ;
  flag = 1;
  return 0;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  x = ({ started = 1; while (!flag) ; 5; });
  assert(x != 5);
  return 0;
}
