// expect: unsafe, property deadlock
// Two objects of the heap, each with a lock, locked in opposite orders.
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_mutex_t lock;
    struct node *next;
} *a, *b;

void *forward(void *arg)
{
    pthread_mutex_lock(&a->lock);
    pthread_mutex_lock(&a->next->lock);
    pthread_mutex_unlock(&a->next->lock);
    pthread_mutex_unlock(&a->lock);
    return 0;
}

void *backward(void *arg)
{
    pthread_mutex_lock(&b->lock);
    pthread_mutex_lock(&a->lock);
    pthread_mutex_unlock(&a->lock);
    pthread_mutex_unlock(&b->lock);
    return 0;
}

int main(void)
{
    a = malloc(sizeof(struct node));
    b = malloc(sizeof(struct node));
    pthread_mutex_init(&a->lock, 0);
    pthread_mutex_init(&b->lock, 0);
    a->next = b;
    while (1) {
        pthread_t t;
        pthread_create(&t, 0, forward, 0);
        pthread_create(&t, 0, backward, 0);
    }
}
