// expect: unsafe
// The destructor of the key runs when the worker ends, before the join returns.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int gone;

void destroy(void *value)
{
    gone = (long)value;
}

void *worker(void *unused)
{
    pthread_setspecific(key, (void *)1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(gone == 0);
    return 0;
}
