// expect: safe
// Linked stack with compare-and-swap on its top (row 10, Stack-C): what is popped was written before it was pushed.
// There are two nodes, and none is used again, so the top cannot become what it was.
#include <assert.h>
#include <pthread.h>

struct node {
    int value;
    struct node *next;
};

struct node first, second;
struct node *top;
int first_taken, second_taken;

struct node *allocate(void)
{
    if (!__sync_lock_test_and_set(&first_taken, 1))
        return &first;
    if (!__sync_lock_test_and_set(&second_taken, 1))
        return &second;
    return 0;
}

void push(void)
{
    struct node *new = allocate();
    if (!new)
        return;
    new->value = 1;
    struct node *old;
    do {
        old = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        new->next = old;
    } while (!__sync_bool_compare_and_swap(&top, old, new));
}

void pop(void)
{
    struct node *old, *next;
    do {
        old = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        if (!old)
            return;
        next = old->next;
    } while (!__sync_bool_compare_and_swap(&top, old, next));
    assert(old->value == 1);
}

void *worker(void *unused)
{
    push();
    pop();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
