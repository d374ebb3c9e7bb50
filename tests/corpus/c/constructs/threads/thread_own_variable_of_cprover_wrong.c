// expect: unsafe
// Without `__CPROVER_thread_local` the variable is shared.
#include <assert.h>
#include <pthread.h>

int mine;

static void *worker(void *argument)
{
    assert(mine == 0);
    mine = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    mine = 2;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
