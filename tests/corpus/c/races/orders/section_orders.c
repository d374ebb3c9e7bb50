// expect: safe, property race
// Atomic sections follow each other as if they held one lock.
#include <pthread.h>
#include <stdatomic.h>

int data, ready;
atomic_int flag;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

void *writer(void *unused)
{
    data = 1;
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    int seen;
    pthread_create(&t, 0, writer, 0);
    __VERIFIER_atomic_begin();
    seen = ready;
    __VERIFIER_atomic_end();
    return seen ? data : 0;
}
