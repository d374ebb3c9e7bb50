// expect: safe
// The first one in switches the light on and the last one out switches it off.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside, light;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    __VERIFIER_assume(inside != INT_MAX);
    if (inside++ == 0)
        light = 1;
    pthread_mutex_unlock(&m);
    assert(light);
    pthread_mutex_lock(&m);
    if (--inside == 0)
        light = 0;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
