// expect: unsafe
// Symbols that only unused code needs are missing.
#include <assert.h>
#include <pthread.h>
int x;
extern int missing(int); extern int gone;
int helper(void) { return missing(gone); }
void *w(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); assert(x == 0); return 0; }
