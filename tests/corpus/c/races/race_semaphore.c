// expect: safe, property race
// A semaphore that starts at one lets one worker at a time to the data.
#include <pthread.h>
#include <semaphore.h>

sem_t sem;
int data;

void *worker(void *unused)
{
    while (1) {
        sem_wait(&sem);
        data = data + 1;
        sem_post(&sem);
    }
}

int main(void)
{
    pthread_t t;
    sem_init(&sem, 0, 1);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
