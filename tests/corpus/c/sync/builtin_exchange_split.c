// expect: unsafe
// Load and store instead of an exchange: workers 1 and 2 both load the token, and both are inside.
#include <assert.h>
#include <pthread.h>

int slot = 1, inside;

void *worker(void *unused)
{
    int token = __atomic_load_n(&slot, __ATOMIC_SEQ_CST);
    __atomic_store_n(&slot, 0, __ATOMIC_SEQ_CST);
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
