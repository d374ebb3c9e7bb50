// expect: safe
// A thread is given the handle of its creator as a pointer.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument)
{
    assert(argument != 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, (void *)pthread_self());
    return 0;
}
