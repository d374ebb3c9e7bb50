// expect: safe, property race
// What it is not given it does not access.
#include <assert.h>
#include <pthread.h>
void foo(int *);
int x, y;
void *run(void *unused) { foo(&x); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); y = 1; return y; }
