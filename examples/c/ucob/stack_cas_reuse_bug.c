// expect: unsafe
// The same stack whose nodes are used again: worker 1 reads the top (first) and what is below it (second); worker 2 pops
// both and pushes the first; worker 1 swaps successfully and the second, which worker 2 owns, is on the stack.
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *next;
};

struct node first, second;
struct node *top;
int second_owned;

struct node *pop(void)
{
    struct node *old, *next;
    do {
        old = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        if (!old)
            return 0;
        next = old->next;
    } while (!__sync_bool_compare_and_swap(&top, old, next));
    return old;
}

void push(struct node *new)
{
    struct node *old;
    do {
        old = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        new->next = old;
    } while (!__sync_bool_compare_and_swap(&top, old, new));
}

void *once(void *unused)
{
    pop();
    assert(!(__atomic_load_n(&top, __ATOMIC_SEQ_CST) == &second && second_owned));
    return 0;
}

void *twice(void *unused)
{
    struct node *one = pop();
    struct node *two = pop();
    if (two == &second)
        second_owned = 1;
    if (one)
        push(one);
    return 0;
}

int main(void)
{
    pthread_t left, right;
    first.next = &second;
    top = &first;
    pthread_create(&left, 0, once, 0);
    pthread_create(&right, 0, twice, 0);
    pthread_join(left, 0);
    pthread_join(right, 0);
    return 0;
}
