// expect: unsafe
// A thread that ends inside a section, or exits there, lets the others go on.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;

void *first(void *unused)
{
    __VERIFIER_atomic_begin();
    x = 1;
    return 0;
}

void *second(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_begin();
    y = 1;
    pthread_exit(0);
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(x + y != 2);
    return 0;
}
