// expect: unsafe
// The same, but the reader counts itself in whatever counter it has found: it reads completed == 0, the updater makes
// version 1 and frees 0, the reader enters the old counter and reads version 1, the updater waits for the other and frees 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t queue = PTHREAD_COND_INITIALIZER;
atomic_int completed;                  /* which counter is current */
atomic_int zero = 1, one;              /* the counters, the current one has an extra 1 */
atomic_int version, freed;             /* versions below `freed` are gone */

int enter(void)
{
    int index = completed;
    if (index)
        atomic_fetch_add(&one, 1);
    else
        atomic_fetch_add(&zero, 1);
    return index;
}

void leave(int index)
{
    int before = index ? atomic_fetch_sub(&one, 1) : atomic_fetch_sub(&zero, 1);
    if (before == 1) {
        pthread_mutex_lock(&lock);
        pthread_cond_broadcast(&queue);
        pthread_mutex_unlock(&lock);
    }
}

void *reader(void *unused)
{
    int index = enter();
    int mine = version;
    assert(freed <= mine);
    leave(index);
    return 0;
}

void wait_for_zero(void)
{
    pthread_mutex_lock(&lock);
    while (zero != 0)
        pthread_cond_wait(&queue, &lock);
    pthread_mutex_unlock(&lock);
}

void wait_for_one(void)
{
    pthread_mutex_lock(&lock);
    while (one != 0)
        pthread_cond_wait(&queue, &lock);
    pthread_mutex_unlock(&lock);
}

void *updater(void *unused)
{
    version = 1;
    atomic_fetch_add(&one, 1);
    completed = 1;
    atomic_fetch_sub(&zero, 1);
    wait_for_zero();
    freed = 1;

    version = 2;
    atomic_fetch_add(&zero, 1);
    completed = 0;
    atomic_fetch_sub(&one, 1);
    wait_for_one();
    freed = 2;
    return 0;
}

int main(void)
{
    pthread_t left, right;
    pthread_create(&left, 0, reader, 0);
    pthread_create(&right, 0, updater, 0);
    pthread_join(left, 0);
    pthread_join(right, 0);
    return 0;
}
