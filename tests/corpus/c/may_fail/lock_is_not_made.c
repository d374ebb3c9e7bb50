// expect: unsafe, flags --may-fail pthread_mutex_init
// ENOMEM, for one.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int main(void) { int failed = pthread_mutex_init(&m, 0); assert(failed != 12); }
