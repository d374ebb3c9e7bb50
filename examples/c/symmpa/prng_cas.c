// expect: safe
// The pseudo-random number generator without a lock, its seed changed by compare-and-swap: all numbers and seeds are odd.
#include <assert.h>
#include <pthread.h>

unsigned seed = 1;

unsigned next_number(void)
{
    unsigned before, next;
    do {
        before = seed;
        next = before * 69069;
        assert(next != before);
    } while (!__sync_bool_compare_and_swap(&seed, before, next));
    return next;
}

void *worker(void *unused)
{
    unsigned number = next_number();
    assert(number % 2 == 1);
    assert(seed % 2 == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
