// expect: unsafe
// The bound is converted to unsigned: `i <= -1` is true in the first round, and the thread is started.
#include <assert.h>
#include <pthread.h>
int n;
pthread_t t;
void *w(void *a) { n = 1; return 0; }
int main(void) {
  for (unsigned i = 0; i <= -1; i++) { pthread_create(&t, 0, w, 0); assert(n == 0); }
  return 0;
}
