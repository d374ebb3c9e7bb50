// expect: safe
// boop.c with test and mark in one critical section: only one thread at a time has the device open.
#include <assert.h>
#include <pthread.h>
#define EBUSY 16

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int used, opened;

int device_open(void)
{
    pthread_mutex_lock(&m);
    if (used) {
        pthread_mutex_unlock(&m);
        return -EBUSY;
    }
    used = 1;
    pthread_mutex_unlock(&m);
    opened = 1;
    return 0;
}

void device_read(void)
{
    assert(opened);
}

void device_close(void)
{
    opened = 0;
    pthread_mutex_lock(&m);
    used = 0;
    pthread_mutex_unlock(&m);
}

void *worker(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        if (device_open() == 0) {
            while (__VERIFIER_nondet_int())
                device_read();
            device_close();
        }
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
