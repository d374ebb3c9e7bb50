// expect: unsafe
// The argument of an ignored function has an effect.
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_t threads[2];
  int i = 0;
  pthread_detach(threads[i++]);
  assert(i == 0);
}
