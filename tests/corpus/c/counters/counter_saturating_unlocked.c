// expect: unsafe
// Test and increment are separate: workers 1 and 2 both see value == 0 < 1, worker 1 sets 1, worker 2 reads 1 and sets 2.
#include <pthread.h>
#include <assert.h>

enum { LIMIT = 1 };

int value;

void *worker(void *arg)
{
    if (value < LIMIT)
        value = value + 1;
    assert(value <= LIMIT);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
