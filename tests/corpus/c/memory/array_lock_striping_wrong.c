// expect: unsafe
// The sweeper computes the stripe in another way: for cell 1 the worker holds mutex 1 and sets busy[1], the sweeper
// holds mutex 0 and sees it.
#include <pthread.h>
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int busy[4];

void use(unsigned i, pthread_mutex_t *stripe)
{
    pthread_mutex_lock(stripe);
    assert(!busy[i]);
    busy[i] = 1;
    busy[i] = 0;
    pthread_mutex_unlock(stripe);
}

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 4;
    use(i, &locks[i % 2]);
    return 0;
}

void *sweeper(void *unused)
{
    for (unsigned i = 0; i < 4; i++)
        use(i, &locks[i / 2]);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, sweeper, 0);
    }
}
