// expect: unsafe
// The other thread is waited for.
#include <assert.h>
#include <pthread.h>

struct worker {
    pthread_t thread;
    int result;
} workers[2];

void *run(void *worker)
{
    ((struct worker *)worker)->result = 1;
    return 0;
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i].thread, 0, run, &workers[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(workers[i].thread, 0);
        assert(workers[1 - i].result == 1);
    }
    return 0;
}
