// expect: unsafe, threads 4
// One look only: workers 1 and 2 have a and b, worker 3 waits, wakes up spuriously and takes b, too; worker 2 returns b,
// worker 3 finds it free.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t returned = PTHREAD_COND_INITIALIZER;
int a, b;

void *worker(void *unused)
{
    int first;
    pthread_mutex_lock(&m);
    if (a && b)
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
