// A producer, and any number of consumers: what one takes was put in, and nobody else takes it. With -DBUG they take as if
// there were one consumer.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

#ifdef BUG
#define ck_ring_dequeue_spmc ck_ring_dequeue_spsc
#endif

static ck_ring_t ring;
static ck_ring_buffer_t slots[2];
static int item, taken;

static void *producer(void *unused)
{
    ck_ring_enqueue_spmc(&ring, slots, &item);
    return unused;
}

static void *consumer(void *unused)
{
    void *got;
    if (ck_ring_dequeue_spmc(&ring, slots, &got)) {
        assert(got == &item && !taken);
        taken = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    ck_ring_init(&ring, 2);
    pthread_create(&thread, NULL, producer, NULL);
    while (1)
        pthread_create(&thread, NULL, consumer, NULL);
}
