// expect: safe
// Indices are only popped, so a compare-and-swap that succeeds has seen the top: each is given out once.
#include <assert.h>
#include <pthread.h>

unsigned top = 4;
int used[4];

int pop(unsigned *index)
{
    unsigned old;
    do {
        old = top;
        if (old == 0)
            return 0;
    } while (!__sync_bool_compare_and_swap(&top, old, old - 1));
    *index = old - 1;
    return 1;
}

void *worker(void *unused)
{
    unsigned i;
    if (pop(&i)) {
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
