// expect: unsafe, property race, flags --stub look=pure
// It may read what it is given.
#include <pthread.h>
int look(int *);
int x;
void *run(void *unused) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); look(&x); }
