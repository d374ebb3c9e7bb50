// expect: unsafe, property race
// After three attempts the spinlock is treated as taken.
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int head;

void acquire(void)
{
    for (int i = 0; i < 3; i++)
        if (atomic_exchange(&held, 1) == 0)
            return;
}

void *worker(void *unused)
{
    acquire();
    head++;
    atomic_store(&held, 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
