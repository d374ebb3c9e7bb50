// expect: safe, property deadlock
// The early return unlocks.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_int()) {
        pthread_mutex_unlock(&m);
        return 0;
    }
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, worker, 0);
    }
}
