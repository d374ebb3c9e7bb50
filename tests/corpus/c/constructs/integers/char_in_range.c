// expect: safe
// A value between 0 and 100 fits into a shared char, and the mutex keeps others from overwriting it.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char c;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
    __VERIFIER_assume(l >= 0 && l <= 100);
    pthread_mutex_lock(&m);
    c = l;
    assert(c == l);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
