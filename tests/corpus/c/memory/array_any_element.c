// expect: safe
// A shared array is indexed by a value that is not constant: whoever writes a cell writes its number.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int slots[4];

void *worker(void *arg)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4) {
        slots[i] = i;
        assert(slots[i] == i);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
