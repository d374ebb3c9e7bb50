// expect: unsafe
// The two workers claim slots 0 and 1, main claims slot 2, which is not in range.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>

int slots[2];
atomic_uint next;

void claim(void)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    slots[mine] = 1;
    assert(slots[mine] == 1);
}

void *worker(void *unused)
{
    claim();
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    claim();
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
