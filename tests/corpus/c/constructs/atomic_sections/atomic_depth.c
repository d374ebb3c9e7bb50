// expect: unsafe
// Eight atomic sections may be open at once, and when all have ended another thread moves.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void *worker(void *unused)
{
    x = 2;
    return 0;
}

void begin(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_begin();
}

void end(void)
{
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_end();
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    begin();
    begin();
    x = 1;
    assert(x == 1);
    end();
    end();
    assert(x == 1);
    return 0;
}
