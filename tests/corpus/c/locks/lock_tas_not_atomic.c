// expect: unsafe
// The helper is not atomic: workers 1 and 2 both read lock == 0 before either writes 1, worker 1 sets in_cs and worker 2 sees it.
#include <pthread.h>
#include <assert.h>

int lock;
int in_cs;

int test_and_set(int *p)
{
    int old = *p;
    *p = 1;
    return old;
}

void *worker(void *arg)
{
    while (test_and_set(&lock))
        ;
    assert(!in_cs);
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
