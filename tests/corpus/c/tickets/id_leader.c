// expect: safe
// Each worker takes an id of its own: one of them has the id 0 and leads.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

unsigned next_id;
int leaders;

unsigned take_id(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next_id != UINT_MAX);
    unsigned id = __sync_fetch_and_add(&next_id, 1);
    __VERIFIER_atomic_end();
    return id;
}

void *worker(void *unused)
{
    unsigned id = take_id();
    if (id == 0) {
        leaders++;
        assert(leaders == 1);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
