// expect: unsafe, property race
// A reader reads once more after it has left: with no reader counted, a writer is about to write.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t room;
int readers, data;

void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&m);
    int seen = data;
    return (void *)(long)seen;
}

void *writer(void *unused)
{
    sem_wait(&room);
    data++;
    sem_post(&room);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&room, 0, 1);
    while (1) {
        pthread_create(&t, 0, reader, 0);
        pthread_create(&t, 0, writer, 0);
    }
}
