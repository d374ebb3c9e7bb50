// expect: unsafe
// The uninitialised `p` of `test` is not the parameter `p` of `get`, which is called first.
#include <assert.h>
#include <pthread.h>
int x;
static int get(int *p) { return *p; }
static int test(void) { int p; int k = get(&x); if (p == 7) return k; return 0; }
void *w(void *a) { x = get(&x) + 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int k = get(&x); assert(test() == 0); return 0; }
