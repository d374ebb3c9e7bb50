// expect: safe, property race
// Two threads read plainly what was stored atomically before they began: nobody writes any more.
#include <pthread.h>
#include <stdatomic.h>

int value;
_Atomic int flag;

void *reader(void *argument)
{
  int seen = value;
  return 0;
}

int main(void)
{
  pthread_t one, other;
  __atomic_store_n(&value, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  pthread_create(&one, 0, reader, 0);
  pthread_create(&other, 0, reader, 0);
  return 0;
}
