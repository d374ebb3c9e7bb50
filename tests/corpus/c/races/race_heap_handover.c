// expect: safe, property race
// The producer hands a filled object over by an atomic store; the one consumer that takes the pointer owns the object.
#include <pthread.h>
#include <stdlib.h>

struct message {
    int size;
};

struct message *slot;

void *producer(void *unused)
{
    struct message *m = malloc(sizeof *m);
    if (m == 0)
        return 0;
    m->size = 1;
    __atomic_store_n(&slot, m, __ATOMIC_SEQ_CST);
    return 0;
}

void *consumer(void *unused)
{
    struct message *m = __atomic_exchange_n(&slot, 0, __ATOMIC_SEQ_CST);
    if (m != 0) {
        m->size = m->size + 1;
        free(m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (1)
        pthread_create(&t, 0, consumer, 0);
}
