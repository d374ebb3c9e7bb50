// expect: safe
// Who ends the program inside a section never leaves it, so that nobody sees what was written there.
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    x = 1;
    abort();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
