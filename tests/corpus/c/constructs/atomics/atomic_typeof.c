// expect: safe
// `_Atomic` of the type of a variable is not lost.
#include <assert.h>
#include <pthread.h>

int like;
_Atomic __typeof__(like) count;

void *run(void *argument) { count++; return 0; }

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
