// expect: safe
// The element of the array that is set is the one that is joined, whichever it is.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused)
{
    x = 1;
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int index = argc & 1;
    pthread_create(&threads[index], 0, worker, 0);
    pthread_join(threads[index], 0);
    assert(x == 1);
    return 0;
}
