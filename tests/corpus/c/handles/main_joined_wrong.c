// expect: unsafe
// A thread goes on when the first one, which it waits for, has ended.
#include <assert.h>
#include <pthread.h>

pthread_t first;
int done;

void *run(void *unused)
{
    pthread_join(first, 0);
    assert(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, 0, run, 0);
    done = 1;
    pthread_exit(0);
}
