// expect: safe
// The handler pushed last runs first, so the one pushed first writes last; join waits for both.
#include <assert.h>
#include <pthread.h>

int x;

void set(void *argument)
{
    x = (long)argument;
}

void *worker(void *unused)
{
    pthread_cleanup_push(set, (void *)1);
    pthread_cleanup_push(set, (void *)2);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
