// expect: unsafe
// The same, but the state is compared after the lock was released: worker 1 has opened, worker 2 closes, worker 1 fails.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct operations {
    int (*run)(void);
    int result;
};

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int state;

int device_open(void)
{
    state = 1;
    return 1;
}

int device_close(void)
{
    state = 0;
    return 0;
}

const struct operations opening = { device_open, 1 }, closing = { device_close, 0 };

void *worker(void *unused)
{
    const struct operations *chosen = __VERIFIER_nondet_int() ? &opening : &closing;
    pthread_mutex_lock(&m);
    int result = chosen->run();
    pthread_mutex_unlock(&m);
    assert(result == chosen->result && state == result);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
