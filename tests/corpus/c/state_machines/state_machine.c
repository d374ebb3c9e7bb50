// expect: safe
// The state moves in a circle under the mutex and is read once for the switch, so the default case is unreachable.
#include <pthread.h>

extern void reach_error(void);

typedef enum { IDLE, RUNNING, DONE } phase_t;

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
phase_t phase = IDLE;

void *worker(void *arg)
{
    while (1) {
        pthread_mutex_lock(&m);
        switch (phase) {
        case IDLE:
            phase = RUNNING;
            break;
        case RUNNING:
            phase = DONE;
            break;
        case DONE:
            phase = IDLE;
            break;
        default:
            reach_error();
        }
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
