// expect: safe
// One worker wins; the others find in `expected` what was there instead of 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;
int wins;

void *worker(void *unused)
{
    int expected = 0;
    if (atomic_compare_exchange_strong(&owner, &expected, 1)) {
        wins = wins + 1;
        assert(wins == 1);
    } else {
        assert(expected == 1);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
