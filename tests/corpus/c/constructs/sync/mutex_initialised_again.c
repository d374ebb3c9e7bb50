// expect: safe
// After pthread_mutex_init nobody holds the mutex, so unlocking it gives EPERM (1).
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void)
{
  for (int round = 0; round < 2; round++) {
    pthread_mutexattr_t kind;
    pthread_mutex_t lock;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    assert(pthread_mutex_unlock(&lock) == 1);
    pthread_mutex_lock(&lock);
  }
  return 0;
}
