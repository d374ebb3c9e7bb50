// expect: unsafe
// Without a lock, workers 1 and 2 both see phase == RUNNING, worker 1 advances it to DONE and worker 2 to 3, so the next switch takes the default case.
#include <pthread.h>

extern void reach_error(void);

enum { IDLE, RUNNING, DONE };

int phase = RUNNING;

void *worker(void *arg)
{
    switch (phase) {
    case IDLE:
    case RUNNING:
        phase = phase + 1;
        break;
    case DONE:
        phase = IDLE;
        break;
    default:
        reach_error();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
