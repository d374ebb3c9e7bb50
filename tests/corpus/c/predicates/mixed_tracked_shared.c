// expect: unsafe
// Second soundness example of SymmPA (Sect. 2): worker 1 enters the branch, worker 2 skips it and sets t, then worker 1 passes the test of t with s == l == 0.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int s = 0;
_Bool t = 0;

void *worker(void *arg)
{
    int l = 0;
    if (__VERIFIER_nondet_int()) {
        if (t)
            assert(s != l);
    }
    l = s + 1;
    t = 1;
    return 0;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, worker, 0);
}
