// expect: unsafe, property race
// A plain write races with an atomic read.
#include <pthread.h>

int x;

void *worker(void *unused)
{
    __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    x = 1;
    return 0;
}
