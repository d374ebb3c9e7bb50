// expect: unsafe, property no-data-race
// It is not asked whether the error function is called, and it returns.
#include <pthread.h>
void reach_error(void) { }
int x;
void *worker(void *unused) { x = 1; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); reach_error(); x = 2; return 0; }
