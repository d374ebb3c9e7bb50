// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
// `k` is gone when `start` returns; the second call reuses its place, so that both threads can read 2. Inlining gives each call its own `k`.
#include <assert.h>
#include <pthread.h>
int s;
pthread_t t;
void *w(void *a) { int v = *(int *)a; __sync_fetch_and_add(&s, v); assert(s != 4); return 0; }
static void start(int i) { int k = i; pthread_create(&t, 0, w, &k); }
int main(void) {
  start(1);
  start(2);
  pthread_exit(0);
}
