// expect: unsafe
// There is no lock: the caller sees a callback, the other thread clears it, the caller calls null.
#include <pthread.h>
#include <assert.h>

int calls;

void fire(void)
{
    calls = calls + 1;
    assert(calls > 0);
}

void (*callback)(void) = fire;

void *detach(void *unused)
{
    callback = 0;
    return 0;
}

void *caller(void *unused)
{
    if (callback)
        callback();
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, caller, 0);
    pthread_create(&t2, 0, detach, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
