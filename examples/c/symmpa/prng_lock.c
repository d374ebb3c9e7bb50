// expect: safe
// A multiplicative pseudo-random number generator under a lock: each number differs from the seed before it, is the new seed, and is odd.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned seed = 1;

unsigned next_number(void)
{
    pthread_mutex_lock(&lock);
    unsigned before = seed;
    unsigned next = before * 69069;
    seed = next;
    assert(next != before);
    assert(seed == next);
    pthread_mutex_unlock(&lock);
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
