// expect: error unsupported
// Where a lock is, the bytes are the library's, not only the first ones.
#include <assert.h>
#include <pthread.h>

union { pthread_mutex_t lock; char w[8]; } u;

int main(void)
{
  pthread_mutex_lock(&u.lock);
  assert(u.w[5] == 0);
  return 0;
}
