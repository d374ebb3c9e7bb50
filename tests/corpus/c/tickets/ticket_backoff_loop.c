// expect: safe
// Proportional backoff, with workers that come again and again.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned next_ticket, now_serving;
int inside;

unsigned take_ticket(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next_ticket != UINT_MAX);
    unsigned mine = next_ticket++;
    __VERIFIER_atomic_end();
    return mine;
}

void acquire(unsigned mine)
{
    while (1) {
        unsigned pause = mine - now_serving;
        if (pause == 0)
            return;
        while (pause > 0)
            pause--;
    }
}

void *worker(void *unused)
{
    while (1) {
        unsigned mine = take_ticket();
        acquire(mine);
        inside++;
        assert(inside == 1);
        inside--;
        now_serving++;
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
