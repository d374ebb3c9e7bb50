// expect: safe
// While a thread waits inside a section nobody moves, so that nobody sees what it wrote there before.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    x = 1;
    pthread_mutex_lock(&m);
    x = 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    assert(x == 0);
    return 0;
}
