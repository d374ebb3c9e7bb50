// expect: safe
// Event queue in the style of NetBSD's sysmon_power (row 13, NetBSD): it holds at most two events, and never -1.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t channel = PTHREAD_COND_INITIALIZER;

static void mtx_lock(void)
{
    pthread_mutex_lock(&mutex);
}

static void mtx_unlock(void)
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

#define ROOM 2

int events;

void *daemon_thread(void *unused)
{
    mtx_lock();
    if (events != ROOM) {
        events = events + 1;
        assert(events == 1 || events == ROOM);
        cv_broadcast();
    }
    mtx_unlock();
    return 0;
}

void *reader(void *unused)
{
    mtx_lock();
    while (events == 0)
        cv_wait();
    events = events - 1;
    assert(events == 0 || events == 1);
    mtx_unlock();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        if (__VERIFIER_nondet_int())
            pthread_create(&thread, 0, daemon_thread, 0);
        else
            pthread_create(&thread, 0, reader, 0);
    }
}
