// expect: safe
// A lock-free maximum: workers raise it by compare-and-swap, and it never falls below what one of them put in.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int maximum;

void *worker(void *unused)
{
    int mine = __VERIFIER_nondet_int();
    for (;;) {
        int seen = maximum;
        if (seen >= mine || __sync_bool_compare_and_swap(&maximum, seen, mine))
            break;
    }
    assert(maximum >= mine);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
