// expect: unsafe
// Two locks at one place are one lock.
#include <assert.h>
#include <pthread.h>

union { pthread_mutex_t one, other; } u = { PTHREAD_MUTEX_INITIALIZER };

int main(void)
{
  pthread_mutex_lock(&u.one);
  assert(pthread_mutex_trylock(&u.other) == 0);
  return 0;
}
