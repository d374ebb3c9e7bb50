// expect: safe
// A recursive function between lock and unlock: whoever is inside calls itself as often as it likes.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

int nondet_int(void);

void descend(void)
{
    assert(inside == 1);
    if (nondet_int())
        descend();
    assert(inside == 1);
}

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    inside++;
    descend();
    inside--;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    return 0;
}
