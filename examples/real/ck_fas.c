// Any number of threads, one after the other by ck's spin lock "fas". With -DBUG they go on whether they got it or not.
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

#ifdef BUG
#define ck_spinlock_fas_lock ck_spinlock_fas_trylock
#endif

static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
static int inside;

static void *worker(void *unused)
{
    ck_spinlock_fas_lock(&lock);
    assert(inside == 0);
    inside = 1;
    inside = 0;
    ck_spinlock_fas_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, NULL, worker, NULL);
}
