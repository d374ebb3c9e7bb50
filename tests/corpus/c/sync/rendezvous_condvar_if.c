// expect: unsafe
// One look only: the left one waits and wakes up spuriously before the right one has written y.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t complete = PTHREAD_COND_INITIALIZER;
int arrived, x, y;

void meet(void)
{
    pthread_mutex_lock(&m);
    arrived = arrived + 1;
    if (arrived == 2)
        pthread_cond_broadcast(&complete);
    if (arrived < 2)
        pthread_cond_wait(&complete, &m);
    pthread_mutex_unlock(&m);
}

void *left(void *unused)
{
    x = 1;
    meet();
    assert(y == 1);
    return 0;
}

void *right(void *unused)
{
    y = 1;
    meet();
    assert(x == 1);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
