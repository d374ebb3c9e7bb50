// expect: unsafe
// The same, but a worker whose swap fails does not compare again: a larger maximum may be overwritten by a smaller one.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

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
    int seen = maximum;
    if (seen < best) {
        while (!__sync_bool_compare_and_swap(&maximum, seen, best))
            seen = maximum;
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
