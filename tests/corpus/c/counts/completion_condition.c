// expect: safe
// The finisher waits until no worker is running, and none starts afterwards.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
int running, finished;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (finished) {
        pthread_mutex_unlock(&m);
        return 0;
    }
    __VERIFIER_assume(running != INT_MAX);
    running++;
    pthread_mutex_unlock(&m);
    assert(!finished);
    pthread_mutex_lock(&m);
    if (--running == 0)
        pthread_cond_signal(&idle);
    pthread_mutex_unlock(&m);
    return 0;
}

void *finisher(void *unused)
{
    pthread_mutex_lock(&m);
    while (running > 0)
        pthread_cond_wait(&idle, &m);
    finished = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, finisher, 0);
    while (1)
        pthread_create(&t, 0, worker, 0);
}
