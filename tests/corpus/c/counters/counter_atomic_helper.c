// expect: safe
// Increment and check in a function that is atomic by its name, with the old value handed out through a pointer to a local.
#include <pthread.h>
#include <assert.h>

unsigned value;

void __VERIFIER_atomic_increment(unsigned *p, unsigned *before)
{
    *before = *p;
    (*p)++;
    assert(*p == *before + 1);
}

void *worker(void *arg)
{
    unsigned first, second;
    __VERIFIER_atomic_increment(&value, &first);
    __VERIFIER_atomic_increment(&value, &second);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
