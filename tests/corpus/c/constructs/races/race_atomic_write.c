// expect: unsafe, property race
// A plain read races with an atomic write.
#include <pthread.h>

int x;

void *worker(void *unused)
{
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return x;
}
