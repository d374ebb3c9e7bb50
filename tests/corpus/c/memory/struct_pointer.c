// expect: safe
// A linked list of structs is followed through pointers; it is empty.
#include <pthread.h>
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

struct node *head;

void *worker(void *arg)
{
    struct node *n = head;
    while (n != 0) {
        assert(n->value >= 0);
        n = n->next;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
