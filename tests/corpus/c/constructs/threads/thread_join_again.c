// expect: safe
// A handle that two creations set stands for the second thread.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused)
{
    return 0;
}

void *second(void *unused)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[1], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[1], 0);
    assert(x == 1);
    return 0;
}
