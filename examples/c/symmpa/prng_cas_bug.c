// expect: unsafe
// The same, but the seed is set only after the first worker was started: a worker may step from 0 to 0.
#include <assert.h>
#include <pthread.h>

unsigned seed;

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
    pthread_create(&thread, 0, worker, 0);
    seed = 1;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
