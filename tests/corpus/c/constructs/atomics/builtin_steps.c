// expect: safe
// Each of these functions is one step: no change of the other thread gets lost between its read and its write.
#include <assert.h>
#include <pthread.h>

int sum, bits, mask = 7, token = 1, first, second;

void *worker(void *unused)
{
    __sync_add_and_fetch(&sum, 5);
    __atomic_fetch_or(&bits, 1, 5);
    __sync_fetch_and_and(&mask, 6);
    first = __atomic_exchange_n(&token, 0, 5);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __atomic_fetch_sub(&sum, 2, 5);
    __sync_xor_and_fetch(&bits, 2);
    __atomic_and_fetch(&mask, 5, 5);
    second = __sync_lock_test_and_set(&token, 0);
    pthread_join(t, 0);
    assert(sum == 3 && bits == 3 && mask == 4 && first + second == 1 && token == 0);
    return 0;
}
