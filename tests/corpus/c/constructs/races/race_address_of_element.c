// expect: unsafe, property no-data-race
// The address of an element takes reading the index.
#include <pthread.h>
#include <stdio.h>
int i, a[4];
void *worker(void *unused) { i = 1; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); printf("%p", (void *)&a[i]); return 0; }
