// expect: unsafe
// The same steps; each handler has run once.
#include <assert.h>
#include <pthread.h>

int digits;

void add(void *digit)
{
    digits = 10 * digits + (long)digit;
}

void leave(long digit)
{
    pthread_cleanup_push(add, (void *)digit);
    digit = 9;
    pthread_exit((void *)5);
    pthread_cleanup_pop(1);
}

void *worker(void *unused)
{
    long digit = 1;
    pthread_cleanup_push(add, (void *)digit);
    pthread_cleanup_push(add, (void *)8);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(add, (void *)2);
    pthread_cleanup_pop(digit);
    digit = 3;
    leave(digit);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    assert((long)result == 5);
    assert(digits != 231);
    return 0;
}
