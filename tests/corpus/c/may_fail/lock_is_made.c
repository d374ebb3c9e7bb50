// expect: safe
// Locks can be made, unless somebody says that this may fail.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int main(void) { int failed = pthread_mutex_init(&m, 0); assert(!failed); }
