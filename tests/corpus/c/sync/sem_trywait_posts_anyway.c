// expect: unsafe
// Who fails posts all the same: worker 1 is inside with inside == 1, worker 2 fails and posts, tries again and gets in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int inside;

void *worker(void *unused)
{
    while (1) {
        if (sem_trywait(&s) == 0) {
            assert(inside == 0);
            inside = 1;
            inside = 0;
        }
        sem_post(&s);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 1);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
