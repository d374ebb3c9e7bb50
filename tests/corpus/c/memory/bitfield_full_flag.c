// expect: safe
// Both bit-fields change under the mutex; full is set exactly when level reaches 3, and level does not wrap.
#include <pthread.h>
#include <assert.h>

struct tank {
    unsigned level : 2;
    unsigned full : 1;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct tank tank;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (!tank.full) {
        tank.level++;
        tank.full = tank.level == 3;
    }
    assert(tank.full == (tank.level == 3));
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
