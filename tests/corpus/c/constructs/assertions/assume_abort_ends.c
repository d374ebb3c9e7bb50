// expect: safe
// What `assume_abort_if_not` does stands in its body: the program ends.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void assume_abort_if_not(int condition) { if (!condition) abort(); }
int x, y;

void *worker(void *unused)
{
  if (x)
    y = 1;
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assume_abort_if_not(x == 1);
  assert(y == 0);
  return 0;
}
