// expect: unsafe
// What a function that does not return is given it may write before, and other threads see that.
#include <assert.h>
#include <pthread.h>
void serve(int *) __attribute__((noreturn));
int x;
void *run(void *unused) { serve(&x); }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); assert(x == 0); }
