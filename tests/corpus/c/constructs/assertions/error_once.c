// expect: unsafe, flags --property reach-error
// `pthread_once` calls `reach_error`.
#include <pthread.h>
void reach_error(void) {}
pthread_once_t once = PTHREAD_ONCE_INIT;

int main(void)
{
  pthread_once(&once, reach_error);
  return 0;
}
