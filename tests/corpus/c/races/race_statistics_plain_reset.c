// expect: unsafe, property race
// The counters are plain and counted with atomic built-ins, but the reset is a plain write.
#include <pthread.h>

int calls;

void *worker(void *unused)
{
    __sync_fetch_and_add(&calls, 1);
    return 0;
}

void *monitor(void *unused)
{
    if (__atomic_load_n(&calls, __ATOMIC_SEQ_CST) > 2)
        calls = 0;
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
