// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
// `k` is one object in memory for both rounds (or is gone, 6.2.4): the first thread can read 2, so that s is 4. Unrolling gives each round its own `k`.
#include <assert.h>
#include <pthread.h>
int s;
void *w(void *a) { int v = *(int *)a; __sync_fetch_and_add(&s, v); return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) { int k = i + 1; pthread_create(&t[i], 0, w, &k); }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(s == 3);
  return 0;
}
