// expect: error unsupported
// Whose result it is that is asked for is not known, because the handle was set twice.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *value;
    pthread_create(&thread, 0, worker, (void *)1);
    pthread_create(&thread, 0, worker, (void *)2);
    pthread_join(thread, &value);
    assert((long)value == 2);
    return 0;
}
