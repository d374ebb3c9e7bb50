// expect: unsafe, threads 4
// The semaphore is posted before the resource is returned: workers 1 and 2 have both, worker 1 posts, worker 3 finds none.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;

void *worker(void *unused)
{
    int first;
    sem_wait(&s);
    pthread_mutex_lock(&m);
    first = !a;
    if (first) {
        a = 1;
    } else {
        assert(!b);
        b = 1;
    }
    pthread_mutex_unlock(&m);
    sem_post(&s);
    pthread_mutex_lock(&m);
    if (first)
        a = 0;
    else
        b = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 2);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
