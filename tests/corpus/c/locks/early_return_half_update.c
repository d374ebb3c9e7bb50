// expect: unsafe
// The early return unlocks but leaves the update half done: worker 1 sets x = 1 and returns, worker 2 locks and sees x != y.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

int update(int v)
{
    pthread_mutex_lock(&m);
    assert(x == y);
    x = v;
    if (v == 1) {
        pthread_mutex_unlock(&m);
        return -1;
    }
    y = v;
    pthread_mutex_unlock(&m);
    return 0;
}

void *worker(void *arg)
{
    update(__VERIFIER_nondet_int());
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
