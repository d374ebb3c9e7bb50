// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
// A _Bool never gets to 2: the loop has no end, and starts more than two threads.
#include <assert.h>
#include <pthread.h>
int n;
pthread_t t;
void *w(void *a) { __sync_fetch_and_add(&n, 1); return 0; }
int main(void) {
  for (_Bool i = 0; i < 2; i++) { pthread_create(&t, 0, w, 0); assert(n < 3); }
  return 0;
}
