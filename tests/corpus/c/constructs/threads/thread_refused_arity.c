// expect: error arity
// The function that the thread runs takes two arguments.
#include <assert.h>
#include <pthread.h>

void *worker(void *one, void *two)
{
    assert(one == two);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, (void *)worker, 0);
    return 0;
}
