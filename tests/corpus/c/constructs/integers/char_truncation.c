// expect: unsafe
// One worker is enough: l == 300 becomes 44 when it is stored in a char.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char c;

void *worker(void *arg)
{
    int l = __VERIFIER_nondet_int();
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
