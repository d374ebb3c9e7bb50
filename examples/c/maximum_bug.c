// expect: unsafe
// The same without compare-and-swap: a larger maximum may be overwritten by a smaller one.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int maximum;

void *worker(void *unused)
{
    int mine = __VERIFIER_nondet_int();
    if (maximum < mine)
        maximum = mine;
    assert(maximum >= mine);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
