// expect: unsafe, property race
// The value of a semaphore is stored without the lock that protects the variable.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
sem_t s;
int value, number;
void *result;

void init(void)
{
    number = 1;
}

void *worker(void *unused)
{
    pthread_once(&once, init);
    pthread_setspecific(key, &number);
    sem_post(&s);
    pthread_mutex_lock(&m);
    value = number;
    pthread_mutex_unlock(&m);
    return &value;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 0);
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_once(&once, init);
    pthread_setspecific(key, &value);
    sem_getvalue(&s, &value);
    pthread_join(thread, &result);
    number = *(int *)result;
    return 0;
}
