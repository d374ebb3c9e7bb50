// expect: safe
// A pointer to void becomes one to a mutex by itself.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int holders;

static void done(void *lock)
{
  pthread_mutex_unlock(lock);
}

void *worker(void *unused)
{
  pthread_mutex_lock(&lock);
  holders++;
  assert(holders == 1);
  holders--;
  done(&lock);
  return 0;
}

int main(void)
{
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
