// expect: unknown, property reach-error
// The result of a thread that is not known may lead to an object that the thread made.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

int box;

void *run(void *unused)
{
    box = 7;
    return &box;
}

static pthread_t threads[2];

static void *starter(void *unused)
{
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, 0);
    return 0;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, 0, starter, 0);
    pthread_join(first, 0);
    int *result;
    pthread_join(threads[1], (void **)&result);
    if (*result == 7)
        reach_error();
    return 0;
}
