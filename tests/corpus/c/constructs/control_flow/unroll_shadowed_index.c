// expect: unsafe
// The index of `&t[i]` is the inner `i`: all three threads are stored in t[0], and the join waits for the last one only.
#include <assert.h>
#include <pthread.h>
int n;
void *w(void *a) { n = 1; n = 0; return 0; }
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) { int i = 0; pthread_create(&t[i], 0, w, 0); }
  pthread_join(t[0], 0);
  assert(n == 0);
  return 0;
}
