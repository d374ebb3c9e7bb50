// expect: unknown, property race
// The memory order is any number, so it is not known whether the load acquires.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
int data;
atomic_int flag;

void *writer(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    int order = __VERIFIER_nondet_int();
    pthread_create(&t, 0, writer, 0);
    if (__atomic_load_n(&flag, order))
        return data;
    return 0;
}
