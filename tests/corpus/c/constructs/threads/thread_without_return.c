// expect: unsafe
// A thread that ends without `return` has any result.
#include <assert.h>
#include <pthread.h>

void *run(void *argument)
{
  if (argument)
    return (void *)5;
}

int main(void)
{
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, &result);
  assert((long)result == 0);
  return 0;
}
