// expect: unsafe
// An unsigned char wraps at 256: the loop has no end, and starts more than ten threads.
#include <assert.h>
#include <pthread.h>
int n;
pthread_t t;
void *w(void *a) { __sync_fetch_and_add(&n, 1); return 0; }
int main(void) {
  for (unsigned char i = 250; i < 260; i++) { pthread_create(&t, 0, w, 0); assert(n < 11); }
  return 0;
}
