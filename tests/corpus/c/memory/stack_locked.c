// expect: safe
// Push and pop hold the mutex, so the nodes on the stack are those that nobody owns.
#include <pthread.h>
#include <assert.h>

struct node {
    struct node *next;
    int owned;
};

struct node bottom;
struct node second = { .next = &bottom };
struct node *top = &second;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct node *pop(void)
{
    pthread_mutex_lock(&m);
    struct node *n = top;
    if (n != 0) {
        top = n->next;
        assert(!n->owned);
        n->owned = 1;
    }
    pthread_mutex_unlock(&m);
    return n;
}

void push(struct node *n)
{
    pthread_mutex_lock(&m);
    n->owned = 0;
    n->next = top;
    top = n;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused)
{
    struct node *n = pop();
    if (n)
        push(n);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
