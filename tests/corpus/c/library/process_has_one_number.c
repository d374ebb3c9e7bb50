// expect: safe
// The number of the process does not change, and asking for it is no race.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *ask(void *unused)
{
    assert(getpid() > 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, ask, 0);
    assert(getpid() == getpid());
}
