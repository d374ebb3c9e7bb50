// expect: safe, property race
// Two readers do not race.
#include <assert.h>
#include <pthread.h>
void foo(const int *);
int x;
void *run(void *unused) { foo(&x); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); int y = x; return y; }
