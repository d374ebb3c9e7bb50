// expect: safe
// The lock is taken by exchanging a local 1 with the shared lock through two pointers; only one worker gets the 0 back.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int lock, in_cs;

void exchange(int *a, int *b)
{
    int old;
    __VERIFIER_atomic_begin();
    old = *a;
    *a = *b;
    *b = old;
    __VERIFIER_atomic_end();
}

void *worker(void *arg)
{
    int mine = 1;
    while (mine)
        exchange(&lock, &mine);
    assert(!in_cs);
    in_cs = 1;
    in_cs = 0;
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
