// expect: safe
// A detached thread cannot be joined; main waits for its post instead.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ended;
int done;

void *worker(void *unused)
{
    done = 1;
    sem_post(&ended);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&ended, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_detach(thread);
    sem_wait(&ended);
    assert(done == 1);
    return 0;
}
