// expect: unsafe
// Who is told EBUSY goes in as well: worker 1 holds the mutex and sets inside = 1, worker 2 is told EBUSY and sees it.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *unused)
{
    int result = pthread_mutex_trylock(&m);
    if (result == 0 || result == EBUSY) {
        assert(inside == 0);
        inside = 1;
        inside = 0;
        if (result == 0)
            pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
