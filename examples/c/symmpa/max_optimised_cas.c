// expect: safe
// Each worker finds the maximum of its ten elements alone and then puts it into the common one, by compare-and-swap.
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
    while (1) {
        int seen = maximum;
        if (seen >= best || __sync_bool_compare_and_swap(&maximum, seen, best))
            break;
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
