// expect: safe, property deadlock
// A thread whose assumption does not hold is no deadlock: there is no such run.
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

sem_t s, t;
int x;

void *one(void *arg)
{
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *other(void *arg)
{
    sem_wait(&s);
    pthread_mutex_lock(&m);
    __VERIFIER_assume(x);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t0, t1;
    sem_init(&s, 0, 1);
    sem_init(&t, 0, 0);
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
