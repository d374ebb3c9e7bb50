// expect: unsafe, property race
// The expected value of a compare and exchange is read and stored plainly.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int expected;

void *worker(void *unused)
{
    atomic_compare_exchange_strong(&x, &expected, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    atomic_store(&x, 2);
    return expected;
}
