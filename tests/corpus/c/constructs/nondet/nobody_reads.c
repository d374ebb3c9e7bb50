// expect: safe
// Shared variables that get any value, and that nobody reads but for others of their kind.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int seen, last, all, turn;

void *work(void *unused)
{
    last = __VERIFIER_nondet_int();
    seen = last;
    all = all + seen;
    turn = 1;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(turn == 1);
}
