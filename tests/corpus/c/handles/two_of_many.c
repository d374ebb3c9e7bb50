// expect: unsafe
// Of threads that are created in a loop, each has a handle of its own.
#include <assert.h>
#include <pthread.h>

pthread_t last;
int set;

void *run(void *unused)
{
    if (set)
        assert(pthread_equal(pthread_self(), last));
    last = pthread_self();
    set = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, run, 0);
}
