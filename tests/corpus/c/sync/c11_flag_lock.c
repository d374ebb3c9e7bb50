// expect: safe
// A spin lock by an atomic flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag flag = ATOMIC_FLAG_INIT;
int inside;

void *worker(void *unused)
{
    while (atomic_flag_test_and_set(&flag))
        ;
    assert(inside == 0);
    inside = 1;
    inside = 0;
    atomic_flag_clear(&flag);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
