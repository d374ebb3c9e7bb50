// expect: safe
// Writers hold both mutexes for both writes, so a reader that holds one of them sees x == y.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *writer(void *arg)
{
    int v = __VERIFIER_nondet_int();
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = v;
    y = v;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *reader(void *arg)
{
    pthread_mutex_lock(&b);
    assert(x == y);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
