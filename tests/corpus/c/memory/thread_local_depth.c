// expect: safe
// Every thread has its own depth, which starts at 0.
#include <pthread.h>
#include <assert.h>

__thread int depth;

void enter(void)
{
    depth++;
}

void leave(void)
{
    depth--;
}

void *worker(void *unused)
{
    enter();
    assert(depth == 1);
    enter();
    assert(depth == 2);
    leave();
    leave();
    assert(depth == 0);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
