// expect: safe
// A lock by an atomic helper in a file without includes; the error call is unreachable because the section is exclusive.
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void reach_error(void);
extern void __VERIFIER_assume(int);

_Bool busy;
int x;

void __VERIFIER_atomic_acquire(void)
{
    __VERIFIER_assume(!busy);
    busy = 1;
}

void *worker(void *arg)
{
    __VERIFIER_atomic_acquire();
    x = 1;
    if (x != 1)
        reach_error();
    x = 0;
    busy = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
