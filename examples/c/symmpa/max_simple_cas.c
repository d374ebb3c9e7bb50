// expect: safe
// Each worker puts the ten elements of its share into a common maximum, by compare-and-swap: it is never below one of them.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int maximum;

void *worker(void *unused)
{
    for (int i = 0; i < 10; i++) {
        int element = __VERIFIER_nondet_int();
        while (1) {
            int seen = maximum;
            if (seen >= element || __sync_bool_compare_and_swap(&maximum, seen, element))
                break;
        }
        assert(maximum >= element);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
