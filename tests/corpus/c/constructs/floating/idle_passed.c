// expect: unknown
// The number that is approximated gets to another thread.
#include <assert.h>
#include <pthread.h>

static double total = 3;

static void *run(void *given)
{
    assert((long)given == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    double mean = total / 2;
    pthread_create(&thread, 0, run, (void *)(long)mean);
    pthread_join(thread, 0);
    return 0;
}
