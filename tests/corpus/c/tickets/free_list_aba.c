// expect: unsafe, threads 5
// Cells are put back: one that is first again may have another follower than a slow worker has read.
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

void push(unsigned cell)
{
    unsigned old;
    do {
        old = head;
        following[cell] = old;
    } while (!__sync_bool_compare_and_swap(&head, old, cell));
}

void *worker(void *unused)
{
    unsigned i = pop();
    if (i != 0) {
        assert(!used[i]);
        used[i] = 1;
        used[i] = 0;
        push(i);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
