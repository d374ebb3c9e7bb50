// expect: unsafe
// What a section wrote is seen by others although the thread that left it is stuck.
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int x;
void *f(void *a) { int i; __VERIFIER_atomic_begin(); for (i = 0; i < 3; i++) x = x + 1; __VERIFIER_atomic_end(); __VERIFIER_assume(0); return 0; }
void *g(void *a) { assert(x == 0); return 0; }
int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); } }
