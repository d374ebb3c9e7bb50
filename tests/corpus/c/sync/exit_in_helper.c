// expect: safe
// The helper ends the thread, so only one worker, the one that claims the job, comes back from it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int claimed, done;

void claim(void)
{
    pthread_mutex_lock(&m);
    if (claimed) {
        pthread_mutex_unlock(&m);
        pthread_exit(0);
    }
    claimed = 1;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused)
{
    claim();
    assert(done == 0);
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
