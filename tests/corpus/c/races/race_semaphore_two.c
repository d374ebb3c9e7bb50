// expect: unsafe, property race
// The semaphore starts at two: two workers are about to write the data.
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
    sem_init(&sem, 0, 2);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
