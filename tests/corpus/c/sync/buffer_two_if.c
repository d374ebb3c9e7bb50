// expect: unsafe, threads 4
// Producers look once: producers 1 and 2 fill both places, producer 3 waits and wakes up spuriously: 3 items.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *unused)
{
    pthread_mutex_lock(&m);
    if (count == 2)
        pthread_cond_wait(&emptied, &m);
    count = count + 1;
    assert(count == 1 || count == 2);
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, producer, 0);
}
