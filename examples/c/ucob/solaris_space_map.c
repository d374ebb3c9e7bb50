// expect: safe
// Loading a space map in the style of Solaris' ZFS (row 14, Solaris): only one thread loads, the others wait.
// The lock is not held while the disk is read; `loading` keeps the others away meanwhile.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t channel = PTHREAD_COND_INITIALIZER;

static void mutex_enter(void)
{
    pthread_mutex_lock(&mutex);
}

static void mutex_exit(void)
{
    pthread_mutex_unlock(&mutex);
}

static void cv_wait(void)
{
    pthread_cond_wait(&channel, &mutex);
}

static void cv_broadcast(void)
{
    pthread_cond_broadcast(&channel);
}

int loading, loaded;

void *worker(void *unused)
{
    mutex_enter();
    while (loading)
        cv_wait();
    if (!loaded) {
        assert(!loading);
        loading = 1;
        mutex_exit();
        /* read from the disk */
        mutex_enter();
        assert(loading && !loaded);
        loading = 0;
        loaded = 1;
        cv_broadcast();
    }
    assert(loaded && !loading);
    if (__VERIFIER_nondet_int())
        loaded = 0;
    mutex_exit();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
