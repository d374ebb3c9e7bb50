// expect: unsafe
// The results are those of both threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *run(void *number)
{
    return number;
}

int main(void)
{
    pthread_t *threads = calloc(2, sizeof *threads);
    void *results[2] = { 0 };
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &results[i]);
    assert((long)results[0] + (long)results[1] == 2);
    free(threads);
    return 0;
}
