// expect: unsafe
// Another thread may write between the two reads of the condition.
#include <assert.h>
#include <pthread.h>

int x, y;

void *worker(void *arg) {
  y = 1;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assert(x <= y);
  assert(y >= x);
}
