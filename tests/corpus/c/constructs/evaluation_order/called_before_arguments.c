// expect: safe
// Whether the function or its argument is read first is open in C: that it is the function is listed under `assumes`.
#include <assert.h>
#include <pthread.h>

_Atomic int a;

static void first(int x)
{
}

static void second(int x)
{
  assert(x == 1);
}

void (*_Atomic called)(int) = first;

void *worker(void *unused)
{
  a = 1;
  called = second;
  return 0;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  called(a);
  return 0;
}
