// expect: safe
// Repeating a weak compare and exchange until it succeeds makes its failures harmless.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owners;
atomic_int lock;

void *worker(void *arg) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&lock, &expected, 1))
    expected = 0;
  owners++;
  assert(owners == 1);
  owners--;
  lock = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  while (1)
    pthread_create(&t, 0, worker, 0);
}
