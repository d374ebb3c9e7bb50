// expect: unsafe, flags --property race
// A structure is copied plainly, its `_Atomic` members too.
#include <pthread.h>
#include <stdatomic.h>
struct pair { _Atomic int a; } s;

void *worker(void *unused)
{
  atomic_store(&s.a, 1);
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  struct pair copy = s;
  return 0;
}
