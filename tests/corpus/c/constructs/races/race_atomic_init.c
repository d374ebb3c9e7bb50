// expect: unsafe, flags --property race
// `atomic_init` is a plain write (C11 7.17.2.2).
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x;

void *worker(void *unused)
{
  atomic_load(&x);
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_init(&x, 1);
  return 0;
}
