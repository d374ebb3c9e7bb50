// expect: unsafe
// Two workers read the same id before one of them stores the next one.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

unsigned next_id;
int leaders;

unsigned take_id(void)
{
    unsigned id = next_id;
    __VERIFIER_assume(id != UINT_MAX);
    next_id = id + 1;
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
