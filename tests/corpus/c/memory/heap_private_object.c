// expect: safe
// Each thread allocates, uses and frees its own object, so nobody else overwrites it.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

void *worker(void *arg)
{
    int me = (int)(long)arg;
    int *mine = malloc(sizeof *mine);
    if (!mine)
        return 0;
    *mine = me;
    assert(*mine == me);
    free(mine);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, (void *)1L);
    pthread_create(&t2, 0, worker, (void *)2L);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
