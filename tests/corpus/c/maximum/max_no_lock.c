// expect: unsafe
// Workers 1 (l == 2) and 2 (l == 1) both see max == 0, worker 1 writes 2, worker 2 writes 1, worker 1 asserts 1 >= 2.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int max;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    if (max < l)
        max = l;
    assert(max >= l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
