// expect: unsafe, flags --property race
// The type of the access decides: a plain pointer makes a plain access, also to an `_Atomic` variable.
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x;

void *worker(void *unused)
{
  *(int *)&x = 1;
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_load(&x);
  return 0;
}
