// expect: unsafe
// The helper only returns: worker 1 claims the job and is done, worker 2 comes back from the helper as well.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int claimed, done;

void claim(void)
{
    pthread_mutex_lock(&m);
    if (claimed) {
        pthread_mutex_unlock(&m);
        return;
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
