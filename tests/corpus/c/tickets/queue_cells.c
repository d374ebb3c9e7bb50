// expect: safe, flags --threads 4
// Producers and consumers claim cells by compare-and-swap; a consumer waits until its cell is filled.
#include <assert.h>
#include <pthread.h>

unsigned head, tail;
int cells[4], full[4];

void *producer(void *unused)
{
    unsigned i = tail;
    if (i < 4 && __sync_bool_compare_and_swap(&tail, i, i + 1)) {
        cells[i] = 7;
        full[i] = 1;
    }
    return 0;
}

void *consumer(void *unused)
{
    unsigned i = head;
    if (i < tail && __sync_bool_compare_and_swap(&head, i, i + 1)) {
        while (!full[i])
            ;
        assert(cells[i] == 7);
        cells[i] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, producer, 0);
        pthread_create(&t, 0, consumer, 0);
    }
}
