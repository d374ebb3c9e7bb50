// expect: safe
// Who has joined a thread that was cancelled finds that it has run its handlers.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int cleaned;

static void clean(void *by)
{
    cleaned += *(int *)by;
}

int two = 2;

void *run(void *unused)
{
    pthread_cleanup_push(clean, &two);
    for (;;)
        pause();
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(cleaned == 0 || cleaned == 2);
    return 0;
}
