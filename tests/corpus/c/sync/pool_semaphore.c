// expect: safe
// Two resources behind a semaphore, three workers: whoever has passed it finds a free one.
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
    pthread_mutex_lock(&m);
    if (first)
        a = 0;
    else
        b = 0;
    pthread_mutex_unlock(&m);
    sem_post(&s);
    return 0;
}

int main(void)
{
    pthread_t one, two, three;
    sem_init(&s, 0, 2);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_create(&three, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
