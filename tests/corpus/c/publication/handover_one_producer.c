// expect: safe
// There is one producer only, and it raises ready after both writes, so every consumer sees data == copy.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __CPROVER_assume(int);

int data, copy;
_Bool ready;

void *producer(void *arg)
{
    int v = __VERIFIER_nondet_int();
    data = v;
    copy = v;
    ready = 1;
    return 0;
}

void *consumer(void *arg)
{
    __CPROVER_assume(ready);
    assert(data == copy);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (1)
        pthread_create(&t, 0, consumer, 0);
}
