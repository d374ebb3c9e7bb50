// expect: safe
// Storing any nonzero int in a _Bool stores 1, so the sum of two reads never exceeds 2.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

_Bool flag;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    flag = l;
    assert(flag + flag <= 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
