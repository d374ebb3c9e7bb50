// expect: unknown, property deadlock
// One of the threads has ended when nobody can move: it is not known whether main joins that one.
#include <pthread.h>
#include <semaphore.h>
extern _Bool __VERIFIER_nondet_bool(void);

sem_t s, t;

void *worker(void *arg)
{
    sem_wait(&s);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    int n = __VERIFIER_nondet_bool();
    sem_init(&s, 0, 1);
    for (int i = 0; i <= n; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i <= n; i++)
        pthread_join(t[i], 0);
    return 0;
}
