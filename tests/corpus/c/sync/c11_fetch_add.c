// expect: safe
// Both additions are atomic, so they get different numbers and the sum is 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next;

void *worker(void *unused)
{
    int mine = atomic_fetch_add(&next, 1);
    assert(mine < 2);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(atomic_load(&next) == 2);
    return 0;
}
