// expect: safe, property deadlock
// All threads that main joins without knowing which end.
#include <pthread.h>
#include <semaphore.h>
extern _Bool __VERIFIER_nondet_bool(void);

sem_t s, t;

void *worker(void *arg)
{
    sem_wait(&s);
    sem_post(&s);
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
