// expect: unsafe
// glibc does not destroy a mutex that is held, and says EBUSY.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
  pthread_mutex_lock(&lock);
  assert(pthread_mutex_destroy(&lock) == 0);
  return 0;
}
