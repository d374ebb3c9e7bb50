// expect: unknown, property deadlock
// Any number of threads wait for a semaphore: decided for few threads only.
#include <pthread.h>
#include <semaphore.h>

sem_t s, t;

void *one(void *arg)
{
    sem_wait(&s);
    sem_post(&s);
    return 0;
}

int main(void)
{
    sem_init(&s, 0, 1);
    while (1) {
        pthread_t t0;
        pthread_create(&t0, 0, one, 0);
    }
}
