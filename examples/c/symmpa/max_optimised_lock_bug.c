// expect: unsafe
// The same, but the comparison stands before the lock: a larger maximum may be overwritten by a smaller one.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int maximum;

int partial_maximum(void)
{
    int best = __VERIFIER_nondet_int();
    for (int i = 1; i < 10; i++) {
        int element = __VERIFIER_nondet_int();
        if (best < element)
            best = element;
    }
    return best;
}

void *worker(void *unused)
{
    int best = partial_maximum();
    if (maximum < best) {
        pthread_mutex_lock(&lock);
        maximum = best;
        pthread_mutex_unlock(&lock);
    }
    assert(maximum >= best);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
