// expect: safe
// Two threads increment once each in an atomic section; when both have said they are done, value is 2.
#include <pthread.h>
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int value, done1, done2;

void *first(void *arg)
{
    __VERIFIER_atomic_begin();
    value++;
    __VERIFIER_atomic_end();
    done1 = 1;
    return 0;
}

void *second(void *arg)
{
    __VERIFIER_atomic_begin();
    value++;
    __VERIFIER_atomic_end();
    done2 = 1;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    while (!done1)
        ;
    while (!done2)
        ;
    assert(value == 2);
    return 0;
}
