// expect: safe
// A pool of two resources: who finds both taken waits, so each has one user at a time, who finds it taken when it returns it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
int a, b;

void *worker(void *unused)
{
    int first;
    pthread_mutex_lock(&m);
    while (a && b)
        pthread_cond_wait(&returned, &m);
    first = !a;
    if (first)
        a = 1;
    else
        b = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (first) {
        assert(a);
        a = 0;
    } else {
        assert(b);
        b = 0;
    }
    pthread_cond_signal(&returned);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
