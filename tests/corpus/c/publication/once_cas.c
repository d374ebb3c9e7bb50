// expect: safe
// Compare-and-swap lets exactly one worker initialise, the others wait for state 2, so everybody sees one initialisation.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int state, inits;

int cas(int *p, int old, int new)
{
    int done = 0;
    __VERIFIER_atomic_begin();
    if (*p == old) {
        *p = new;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
}

void *worker(void *arg)
{
    if (cas(&state, 0, 1)) {
        inits = inits + 1;
        state = 2;
    }
    while (state != 2)
        ;
    assert(inits == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
