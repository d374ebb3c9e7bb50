// expect: safe
// Trying gives 0 or EBUSY, and only after 0 the section is entered.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *unused)
{
    int result = pthread_mutex_trylock(&m);
    if (result == 0) {
        assert(inside == 0);
        inside = 1;
        inside = 0;
        pthread_mutex_unlock(&m);
    } else {
        assert(result == EBUSY);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
