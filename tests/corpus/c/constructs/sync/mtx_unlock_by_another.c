// expect: safe
// C11 knows thrd_error, not thrd_busy, for a mutex that somebody else holds.
#include <assert.h>
#include <threads.h>

mtx_t lock;

int other(void *unused)
{
  assert(mtx_unlock(&lock) == thrd_error);
  return 0;
}

int main(void)
{
  thrd_t thread;
  mtx_init(&lock, mtx_plain | mtx_recursive);
  mtx_lock(&lock);
  thrd_create(&thread, other, 0);
  thrd_join(thread, 0);
  mtx_unlock(&lock);
  return 0;
}
