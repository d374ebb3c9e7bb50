// expect: safe
// Whose result it is need not be known where nobody looks at it.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
    x = 1;
    return &x;
}

int main(void)
{
    pthread_t thread;
    void *ignored;
    while (x == 0)
        pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &ignored);
    assert(x == 1);
    return 0;
}
