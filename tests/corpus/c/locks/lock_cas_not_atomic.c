// expect: unsafe
// The compare-and-swap is not atomic: workers 1 and 2 both read lock == 0, both take it, worker 1 sets in_cs and worker 2 sees it.
#include <pthread.h>
#include <assert.h>

int lock, in_cs;

int cas(int *p, int old, int new)
{
    if (*p == old) {
        *p = new;
        return 1;
    }
    return 0;
}

void *worker(void *arg)
{
    while (!cas(&lock, 0, 1))
        ;
    assert(in_cs == 0);
    in_cs = 1;
    in_cs = 0;
    lock = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
