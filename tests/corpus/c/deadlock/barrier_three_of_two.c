// expect: unsafe, property deadlock
// One thread less than the barrier is for.
#include <pthread.h>

pthread_barrier_t b;
int x;

void *worker(void *arg)
{
    pthread_barrier_wait(&b);
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t t0, t1;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&t0, 0, worker, 0);
    pthread_create(&t1, 0, worker, 0);
    pthread_join(t0, 0);
    pthread_join(t1, 0);
    return 0;
}
