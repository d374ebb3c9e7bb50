// expect: unsafe
// The same, but a worker whose swap fails does not compare again: a larger maximum may be overwritten by a smaller one.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int maximum;

void *worker(void *unused)
{
    for (int i = 0; i < 10; i++) {
        int element = __VERIFIER_nondet_int();
        int seen = maximum;
        if (seen < element) {
            while (!__sync_bool_compare_and_swap(&maximum, seen, element))
                seen = maximum;
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
