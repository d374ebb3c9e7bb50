// expect: unsafe
// The same without the lock: another worker may change the seed in between.
#include <assert.h>
#include <pthread.h>

unsigned seed = 1;

unsigned next_number(void)
{
    unsigned before = seed;
    unsigned next = before * 69069;
    seed = next;
    assert(next != before);
    assert(seed == next);
    return next;
}

void *worker(void *unused)
{
    unsigned number = next_number();
    assert(number % 2 == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
