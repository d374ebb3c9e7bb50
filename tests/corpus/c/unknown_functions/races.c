// expect: unsafe, property race
// What it may write counts as an access.
#include <assert.h>
#include <pthread.h>
void foo(int *);
int x;
void *run(void *unused) { foo(&x); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); int y = x; return y; }
