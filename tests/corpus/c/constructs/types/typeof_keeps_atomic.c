// expect: safe
// gcc keeps `_Atomic` for the type of a variable.
#include <assert.h>
#include <pthread.h>
_Atomic int x;
__typeof__(x) y;
void *worker(void *unused) { y++; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); y++; pthread_join(t, 0); assert(y == 2); return 0; }
