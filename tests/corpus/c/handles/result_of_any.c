// expect: unknown
// The result of a thread that is not known is any value, although it is always 1 here: no run may rely on that.
#include <assert.h>
#include <pthread.h>

void *run(void *unused)
{
    return (void *)1;
}

static pthread_t threads[3];

static void *starter(void *unused)
{
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, run, 0);
    return 0;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, 0, starter, 0);
    pthread_join(first, 0);
    void *result;
    pthread_join(threads[1], &result);
    assert(result == (void *)1);
    return 0;
}
