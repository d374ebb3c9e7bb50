// expect: unsafe
// The destructor of a value of C11 runs when its thread ends, with that value.
#include <assert.h>
#include <threads.h>

tss_t key;
int gone;

void destroy(void *value)
{
    gone = *(int *)value + 1;
}

int worker(void *argument)
{
    tss_set(key, argument);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int number = 3;
    tss_create(&key, destroy);
    thrd_create(&thread, worker, &number);
    thrd_join(thread, 0);
    assert(gone != 4);
    return 0;
}
