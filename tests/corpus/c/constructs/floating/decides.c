// expect: unknown
// A sum that is approximated decides which way a worker goes: 0.1 + 0.2 is not 0.3.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double level;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    level = 0.1;
    level = level + 0.2;
    if (level != 0.3)
        assert(0);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
