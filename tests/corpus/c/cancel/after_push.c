// expect: safe
// No point at which the thread may be cancelled comes before it has pushed its handler.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int cleaned;

static void clean(void *unused)
{
    cleaned = 1;
}

void *run(void *unused)
{
    pthread_cleanup_push(clean, 0);
    for (;;)
        pause();
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(cleaned);
    return 0;
}
