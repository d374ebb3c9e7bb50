// expect: safe, property race
// All accesses to the statistics are atomic, resets included.
#include <pthread.h>
#include <stdatomic.h>

struct statistics {
    atomic_int calls, errors;
};

struct statistics statistics;

extern int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    atomic_fetch_add_explicit(&statistics.calls, 1, memory_order_relaxed);
    if (__VERIFIER_nondet_int() < 0)
        atomic_fetch_add_explicit(&statistics.errors, 1, memory_order_relaxed);
    return 0;
}

void *monitor(void *unused)
{
    if (atomic_load(&statistics.errors) > atomic_load(&statistics.calls))
        return &statistics;
    atomic_store(&statistics.calls, 0);
    statistics.errors = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, monitor, 0);
    }
}
