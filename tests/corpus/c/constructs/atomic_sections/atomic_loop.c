// expect: safe
// A section that begins at the end of a round and ends in the next one.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 2; i++) {
        x++;
        x--;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
    }
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    return 0;
}
