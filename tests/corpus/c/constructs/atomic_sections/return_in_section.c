// expect: safe
// The program ends when `main` returns, also inside an atomic section.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;

void *worker(void *unused)
{
  assert(x == 0);
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_atomic_begin();
  x = 1;
  return 0;
}
