// expect: safe, flags --threads 4
// Whoever drops the last reference closes; a new one is only taken while there is another.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int references = 1, closed;

int get(void)
{
    int seen;
    do {
        seen = references;
        if (seen == 0)
            return 0;
        __VERIFIER_assume(seen != INT_MAX);
    } while (!__sync_bool_compare_and_swap(&references, seen, seen + 1));
    return 1;
}

void put(void)
{
    if (__sync_sub_and_fetch(&references, 1) == 0)
        closed = 1;
}

void *owner(void *unused)
{
    assert(!closed);
    put();
    return 0;
}

void *user(void *unused)
{
    if (get()) {
        assert(!closed);
        put();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, owner, 0);
    while (1)
        pthread_create(&t, 0, user, 0);
}
