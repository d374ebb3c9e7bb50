// expect: unsafe
// The inner mutex is released too early: a writer sets x = 1 and unlocks b, a reader locks b and sees x == 1, y == 0.
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
    pthread_mutex_unlock(&b);
    y = v;
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
