// expect: safe
// Slots are claimed by compare-and-swap until there are none left; the counter does not grow beyond.
#include <assert.h>
#include <pthread.h>

unsigned tail;
int slots[4];

void *worker(void *unused)
{
    while (1) {
        unsigned i = tail;
        if (i == 4)
            return 0;
        if (__sync_bool_compare_and_swap(&tail, i, i + 1)) {
            assert(slots[i] == 0);
            slots[i] = 1;
        }
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
