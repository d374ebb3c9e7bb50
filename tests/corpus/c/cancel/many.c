// expect: safe
// Threads of a loop run their handlers when they are cancelled, whichever of them are.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void leave(void *unused)
{
    inside = 0;
    pthread_mutex_unlock(&m);
}

void *run(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(leave, 0);
    assert(inside == 0);
    inside = 1;
    sleep(1);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, run, 0);
        pthread_cancel(thread);
    }
}
