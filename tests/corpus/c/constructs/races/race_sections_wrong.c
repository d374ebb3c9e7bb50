// expect: unsafe, property race
// A plain read races with a write inside an atomic section.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void __VERIFIER_atomic_add(int number)
{
    x += number;
}

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_add(2);
    int value = x;
    return value;
}
