// expect: safe
// Threads reach objects by way of others: through a variable, an object and what another thread has made.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
struct node *list;

void *worker(void *unused)
{
    list->next->value = 5;
    struct node *made = calloc(1, sizeof *made);
    made->value = 6;
    list->next->next = made;
    return made;
}

int main(void)
{
    pthread_t t;
    void *result;
    struct node *first = calloc(1, sizeof *first);
    struct node *second = calloc(1, sizeof *second);
    first->next = second;
    list = first;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, &result);
    assert(second->value == 5 && first->value == 0);
    assert(second->next->value == 6 && second->next == result && ((struct node *)result)->next == 0);
    free(result);
    free(second);
    free(first);
    return 0;
}
