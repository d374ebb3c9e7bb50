// expect: unsafe
// The two templates use different mutexes: a setter holds a and writes x = 1, a clearer holds b and writes x = 0, the setter reads 0.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int x;

void *setter(void *arg)
{
    pthread_mutex_lock(&a);
    x = 1;
    assert(x == 1);
    pthread_mutex_unlock(&a);
    return 0;
}

void *clearer(void *arg)
{
    pthread_mutex_lock(&b);
    x = 0;
    assert(x == 0);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, setter, 0);
        pthread_create(&t, 0, clearer, 0);
    }
}
