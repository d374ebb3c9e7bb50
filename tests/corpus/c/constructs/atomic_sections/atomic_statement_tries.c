// expect: safe, flags --granularity statement
// A statement that tries or releases a lock is one step together with what else it does.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t spin;
int x, y;

void *worker(void *unused)
{
    int wrong = (pthread_mutex_trylock(&m) != 0) != (x == 1);
    assert(!wrong);
    wrong = (pthread_spin_trylock(&spin) != 0) != (y == 1);
    assert(!wrong);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, 0, worker, 0);
    x = pthread_mutex_trylock(&m) == 0 ? 1 : x;
    y = pthread_spin_trylock(&spin) == 0 ? 1 : y;
    if (x == 1)
        x = pthread_mutex_unlock(&m);
    return 0;
}
