// expect: safe
// QRCU in the style of Linux (rows 16 and 17), slow path, one reader and two updates: what is read has not been freed.
// The reader counts itself only in a counter that is not 0; the updater moves the extra 1 and waits for the old counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t queue = PTHREAD_COND_INITIALIZER;
atomic_int completed;                  /* which counter is current */
atomic_int zero = 1, one;              /* the counters, the current one has an extra 1 */
atomic_int version, freed;             /* versions below `freed` are gone */

int increase_unless_zero(atomic_int *counter)
{
    int old = *counter;
    return old != 0 && atomic_compare_exchange_strong(counter, &old, old + 1);
}

int enter(void)
{
    while (1) {
        int index = completed;
        if (index ? increase_unless_zero(&one) : increase_unless_zero(&zero))
            return index;
    }
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
