// expect: safe, property race
// Accesses inside atomic sections do not race with each other, by functions that are atomic by their names neither.
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
    __VERIFIER_atomic_begin();
    int value = x;
    __VERIFIER_atomic_end();
    return value;
}
