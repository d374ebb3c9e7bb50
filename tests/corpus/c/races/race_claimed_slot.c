// expect: safe, property race
// A slot belongs to whoever changes its state from free to busy.
#include <pthread.h>

int busy[2], slots[2];

void *worker(void *unused)
{
    for (int i = 0; i < 2; i++)
        if (__sync_bool_compare_and_swap(&busy[i], 0, 1)) {
            slots[i]++;
            __sync_lock_release(&busy[i]);
        }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
