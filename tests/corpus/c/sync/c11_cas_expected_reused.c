// expect: unsafe
// After a failure `expected` is 1, so the second attempt succeeds: worker 1 wins, worker 2 fails, tries again and wins.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;
int wins;

void *worker(void *unused)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong(&owner, &expected, 1))
        ;
    wins = wins + 1;
    assert(wins == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
