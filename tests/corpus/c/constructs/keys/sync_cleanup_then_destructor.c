// expect: safe
// Handlers run before destructors: what a handler stores under a key is destroyed.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int digits;

void destroy(void *digit)
{
    digits = 10 * digits + (long)digit;
}

void keep(void *digit)
{
    digits = 10 * digits + 1;
    pthread_setspecific(key, digit);
}

void *worker(void *unused)
{
    pthread_setspecific(key, (void *)3);
    pthread_cleanup_push(keep, (void *)2);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(digits == 12);
    return 0;
}
