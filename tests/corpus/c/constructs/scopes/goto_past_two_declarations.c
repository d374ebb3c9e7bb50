// expect: unsafe
// Variables that a goto leaves without a value need not be equal; five threads have to come before.
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int n, x;
void *h(void *p) { x = 0; return 0; }
void *g(void *p) { 
  __VERIFIER_atomic_begin(); n = n + 1; __VERIFIER_atomic_end(); 
  if (n == 5) goto L; { int a; int b; a = 1; b = 1; x = 3;
L: x = 2; assert(a == b); } return 0; }
int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, g, 0); } }
