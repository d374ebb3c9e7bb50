// expect: unsafe
// A mutex of a block is a new one every time: the thread does not hold it because it held the one before.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void use(int round)
{
  pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  if (round == 0)
    pthread_mutex_lock(&lock);
  else
    assert(pthread_mutex_unlock(&lock) == 0);
}

int main(void)
{
  for (int round = 0; round < 2; round++)
    use(round);
  return 0;
}
