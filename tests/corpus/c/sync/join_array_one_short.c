// expect: unsafe, threads 4
// The loop begins at 1: threads 2 and 3 have been joined, thread 1 has not added yet.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    sum = sum + 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 1; i < 3; i++)
        pthread_join(threads[i], 0);
    pthread_mutex_lock(&m);
    assert(sum == 3);
    pthread_mutex_unlock(&m);
    return 0;
}
