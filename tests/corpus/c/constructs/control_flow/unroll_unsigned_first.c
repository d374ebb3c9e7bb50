// expect: safe
// The first value is 4294967295 and the comparison is unsigned: no round.
#include <assert.h>
#include <pthread.h>
int n;
pthread_t t;
void *w(void *a) { n = 1; return 0; }
int main(void) {
  for (unsigned i = -1; i < 3; i++) pthread_create(&t, 0, w, 0);
  assert(n == 0);
  return 0;
}
