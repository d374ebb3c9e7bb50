// expect: safe
// The only producer links two nodes before it publishes the first; any number of readers walk the list.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *head;

void *producer(void *unused)
{
    struct node *first = malloc(sizeof *first);
    struct node *second = malloc(sizeof *second);
    if (first == NULL || second == NULL)
        return 0;
    second->value = 2;
    second->next = NULL;
    first->value = 1;
    first->next = second;
    __atomic_store_n(&head, first, __ATOMIC_SEQ_CST);
    return 0;
}

void *reader(void *unused)
{
    struct node *n = __atomic_load_n(&head, __ATOMIC_SEQ_CST);
    while (n != NULL) {
        assert(n->value > 0);
        n = n->next;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (1)
        pthread_create(&t, 0, reader, 0);
}
