// expect: unsafe
// Main opens the gate first: a worker passes and reads config == 0.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int open, config;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    while (!open)
        pthread_cond_wait(&opened, &m);
    pthread_mutex_unlock(&m);
    assert(config == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&m);
    open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&m);
    config = 1;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
