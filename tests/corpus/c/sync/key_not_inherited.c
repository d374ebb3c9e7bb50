// expect: unsafe
// The worker does not inherit what main has stored: it gets 0.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void *worker(void *unused)
{
    assert((long)pthread_getspecific(key) == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, (void *)1);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
