// expect: safe
// `i < 3u` compares unsigned numbers, -1 is none below 3: no round.
#include <assert.h>
#include <pthread.h>
int n;
pthread_t t;
void *w(void *a) { n = 1; return 0; }
int main(void) {
  for (int i = -1; i < 3u; i++) pthread_create(&t, 0, w, 0);
  assert(n == 0);
  return 0;
}
