// expect: safe
// `__CPROVER_thread_local` of SATABS and CBMC means `_Thread_local`.
#include <assert.h>
#include <pthread.h>

__CPROVER_thread_local int mine;

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
