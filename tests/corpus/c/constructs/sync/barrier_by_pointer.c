// expect: unsafe
// One of the two barriers is initialised through a pointer, for one thread.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t a, b;
int main(void) {
  pthread_barrier_init(&a, 0, 2);
  (&pthread_barrier_init)(&b, 0, 1);
  pthread_barrier_wait(&b);
  assert(0);
}
