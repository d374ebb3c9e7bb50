// expect: unsafe
// The compiled program writes to stderr, without a newline, before it fails.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int x;
void *w(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); fprintf(stderr, "checking..."); assert(x == 0); return 0; }
