// expect: safe
// Every thread has its own `errno`.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *argument)
{
    errno = 7;
    return 0;
}

int main(void)
{
    pthread_t thread;
    errno = 0;
    pthread_create(&thread, 0, worker, 0);
    assert(errno == 0);
}
