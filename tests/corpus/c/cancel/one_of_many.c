// expect: unknown
// Only the second thread of a loop is cancelled. Which one it is is not known, so that a run may end the other one.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

pthread_t last;

static void clean(void *number)
{
    assert(number);
}

void *run(void *number)
{
    pthread_cleanup_push(clean, number);
    sleep(1);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void)
{
    long number = 0;
    while (number < 2) {
        pthread_create(&last, 0, run, (void *)number);
        number++;
    }
    pthread_cancel(last);
    return 0;
}
