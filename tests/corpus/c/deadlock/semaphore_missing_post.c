// expect: unsafe, property deadlock
// One path does not post.
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);

sem_t s, t;

void *one(void *arg)
{
    if (__VERIFIER_nondet_int())
        sem_post(&s);
    return 0;
}

void *other(void *arg)
{
    sem_wait(&s);
    return 0;
}

int main(void)
{
    pthread_t t0, t1;
    sem_init(&s, 0, 0);
    sem_init(&t, 0, 0);
    pthread_create(&t0, 0, one, 0);
    pthread_create(&t1, 0, other, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
