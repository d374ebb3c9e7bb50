// expect: unsafe, property race
// What it gets by a pointer to `const` may be read.
#include <assert.h>
#include <pthread.h>
void foo(const int *);
int x;
void *run(void *unused) { foo(&x); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); x = 1; return 0; }
