// expect: safe
// The callback is set, cleared, checked and called under the mutex, and it is set only while armed.
#include <pthread.h>
#include <assert.h>

typedef void (*callback_t)(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
callback_t callback;
int armed;

void fire(void)
{
    assert(armed);
}

void *attach(void *unused)
{
    pthread_mutex_lock(&m);
    armed = 1;
    callback = fire;
    pthread_mutex_unlock(&m);
    return 0;
}

void *detach(void *unused)
{
    pthread_mutex_lock(&m);
    callback = 0;
    armed = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

void *caller(void *unused)
{
    pthread_mutex_lock(&m);
    if (callback != 0)
        callback();
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, attach, 0);
        pthread_create(&t, 0, detach, 0);
        pthread_create(&t, 0, caller, 0);
    }
}
