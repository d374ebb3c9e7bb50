// expect: unsafe
// The consumer takes its cell before the producer that has claimed it has filled it.
#include <assert.h>
#include <pthread.h>

unsigned head, tail;
int cells[4];

void *producer(void *unused)
{
    unsigned i = tail;
    if (i < 4 && __sync_bool_compare_and_swap(&tail, i, i + 1)) {
        cells[i] = 7;
    }
    return 0;
}

void *consumer(void *unused)
{
    unsigned i = head;
    if (i < tail && __sync_bool_compare_and_swap(&head, i, i + 1)) {
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
