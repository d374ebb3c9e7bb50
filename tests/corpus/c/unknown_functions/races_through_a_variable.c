// expect: unsafe, property race
// The same through a pointer that is not known before.
#include <assert.h>
#include <pthread.h>
void foo(const int *);
int nondet_int(void);
int x, y;
void *run(void *unused) { const int *p = nondet_int() ? &x : &y; foo(p); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); y = 1; return 0; }
