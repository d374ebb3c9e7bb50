// expect: unsafe
// A thread in a function that does not return may be there for ever, while others go on.
#include <assert.h>
#include <pthread.h>
void serve(void) __attribute__((noreturn));
int begun, later;
void *run(void *unused) { begun = 1; serve(); }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); if (begun) later = 1; assert(!later); }
