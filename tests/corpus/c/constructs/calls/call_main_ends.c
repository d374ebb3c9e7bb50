// expect: safe
// Main ends by `pthread_exit` on one way and by `return` on the other.
#include <assert.h>
#include <pthread.h>

int nondet_int(void);
int x;

void *worker(void *unused)
{
    x = 1;
    assert(x == 1);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (nondet_int())
        pthread_exit(0);
    return 0;
}
