// expect: safe
// Cell i is guarded by mutex i % 2, in every thread.
#include <pthread.h>
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
int busy[4];

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 4;
    pthread_mutex_lock(&locks[i % 2]);
    assert(!busy[i]);
    busy[i] = 1;
    busy[i] = 0;
    pthread_mutex_unlock(&locks[i % 2]);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
