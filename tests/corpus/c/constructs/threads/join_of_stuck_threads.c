// expect: unknown
// The workers never end, so the join never returns; which thread it joins is not known.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

void *worker(void *unused)
{
    __VERIFIER_assume(0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int i = 0;
    while (i++ < 2)
        pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(0);
    return 0;
}
