// expect: unsafe
// The comparison stands before the lock: workers 1 (l == 2) and 2 (l == 1) both see max == 0, worker 1 writes 2, worker 2 then writes 1.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int max;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    if (max < l) {
        pthread_mutex_lock(&m);
        max = l;
        pthread_mutex_unlock(&m);
    }
    assert(max >= l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
