// expect: safe
// A list of free cells from which cells are only taken, by compare-and-swap.
#include <assert.h>
#include <pthread.h>

unsigned head = 1;
unsigned following[4] = { 0, 2, 3, 0 };
int used[4];

unsigned pop(void)
{
    unsigned old, new;
    do {
        old = head;
        if (old == 0)
            return 0;
        new = following[old];
    } while (!__sync_bool_compare_and_swap(&head, old, new));
    return old;
}

void *worker(void *unused)
{
    unsigned i = pop();
    if (i != 0) {
        assert(!used[i]);
        used[i] = 1;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
