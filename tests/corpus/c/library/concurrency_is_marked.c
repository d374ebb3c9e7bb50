// expect: unknown
// It is what was set; in the model any number.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int main(void) { pthread_setconcurrency(3); assert(pthread_getconcurrency() == 3); }
