// expect: unsafe
// ABA: worker 1 reads top == &second and its next == &bottom; worker 2 pops both and pushes second again; worker 1's
// compare-and-swap succeeds and makes bottom the top, which worker 2 still owns; worker 1 pops it.
#include <pthread.h>
#include <assert.h>

struct node {
    struct node *next;
    int owned;
};

struct node bottom;
struct node second = { .next = &bottom };
struct node *top = &second;

struct node *pop(void)
{
    struct node *n, *next;
    do {
        n = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        if (n == 0)
            return 0;
        next = n->next;
    } while (!__sync_bool_compare_and_swap(&top, n, next));
    assert(!n->owned);
    n->owned = 1;
    return n;
}

void push(struct node *n)
{
    struct node *old;
    n->owned = 0;
    do {
        old = __atomic_load_n(&top, __ATOMIC_SEQ_CST);
        n->next = old;
    } while (!__sync_bool_compare_and_swap(&top, old, n));
}

void *worker(void *unused)
{
    struct node *first = pop();
    pop();
    if (first)
        push(first);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    return 0;
}
