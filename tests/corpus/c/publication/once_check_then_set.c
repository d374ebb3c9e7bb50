// expect: unsafe
// Test and claim are separate: workers 1 and 2 both read state == 0, worker 1 initialises, worker 2 initialises again and finds inits == 1.
#include <pthread.h>
#include <assert.h>

int state, inits;

void *worker(void *arg)
{
    if (state == 0) {
        state = 1;
        assert(inits == 0);
        inits = 1;
        state = 2;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
