// expect: unsafe, threads 4
// Two tickets are served at each release: the owners of both are inside.
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
    unsigned mine = __sync_fetch_and_add(&next_ticket, 1);
    __VERIFIER_atomic_end();
    return mine;
}

void *worker(void *unused)
{
    unsigned mine = take_ticket();
    while (now_serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    now_serving++;
    now_serving++;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
