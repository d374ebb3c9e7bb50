// expect: error unsupported
// A barrier has several parts here, and a number at the same place is none of them.
#include <assert.h>
#include <pthread.h>

union { pthread_barrier_t barrier; int x; } u;

int main(void)
{
  pthread_barrier_init(&u.barrier, 0, 1);
  pthread_barrier_wait(&u.barrier);
  assert(u.x == 0);
  return 0;
}
