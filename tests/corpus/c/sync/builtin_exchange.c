// expect: safe
// The token is in the slot or with one worker: exchanging takes it and leaves 0.
#include <assert.h>
#include <pthread.h>

int slot = 1, inside;

void *worker(void *unused)
{
    int token = __atomic_exchange_n(&slot, 0, __ATOMIC_SEQ_CST);
    if (token) {
        assert(inside == 0);
        inside = 1;
        inside = 0;
        __atomic_store_n(&slot, 1, __ATOMIC_SEQ_CST);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
