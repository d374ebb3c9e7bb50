// expect: unsafe
// The new top is stored without comparing.
#include <assert.h>
#include <pthread.h>

unsigned top = 4;
int used[4];

int pop(unsigned *index)
{
    unsigned old = top;
    if (old == 0)
        return 0;
    top = old - 1;
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
