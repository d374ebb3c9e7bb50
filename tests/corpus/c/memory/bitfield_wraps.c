// expect: unsafe
// Two bits hold 0 to 3: the fourth increment of one worker gives 0.
#include <pthread.h>
#include <assert.h>

struct gauge {
    unsigned level : 2;
    unsigned alarm : 1;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct gauge gauge;

void *worker(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
        gauge.level++;
        assert(gauge.level > 0);
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
