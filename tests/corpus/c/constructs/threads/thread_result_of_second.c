// expect: safe
// The handle is set twice: the result is that of the second thread.
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
