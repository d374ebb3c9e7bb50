// expect: unsafe
// A missing break: one worker that finds IDLE opens, falls through to the closing case and asserts open with open == 0.
#include <pthread.h>
#include <assert.h>

enum { IDLE, OPENED };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int state = IDLE;
_Bool open;

void *worker(void *arg)
{
    int was;
    pthread_mutex_lock(&m);
    was = state;
    switch (was) {
    case IDLE:
        open = 1;
        state = OPENED;
    case OPENED:
        open = 0;
        state = IDLE;
        break;
    }
    assert(was != IDLE || open);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
