// expect: unsafe, property deadlock
// main joins threads that it does not know; one of them alone waits for ever at a barrier for two.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

pthread_barrier_t b;
int x;

void *worker(void *arg)
{
    pthread_barrier_wait(&b);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    int n = __VERIFIER_nondet_bool();
    pthread_barrier_init(&b, 0, 2);
    for (int i = 0; i <= n; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i <= n; i++)
        pthread_join(t[i], 0);
    return 0;
}
