// expect: unsafe, property no-data-race
#include <pthread.h>
extern void reach_error(int);
int x;
void *worker(void *unused) { x = 1; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); reach_error(x); return 0; }
