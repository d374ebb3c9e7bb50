// expect: unsafe
// y follows after the release.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct lock {
    unsigned next, owner;
};

struct lock lock;
int x, y;

void acquire(struct lock *l)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(l->next != UINT_MAX);
    unsigned mine = l->next++;
    __VERIFIER_atomic_end();
    while (l->owner != mine)
        ;
}

void release(struct lock *l)
{
    l->owner++;
}

void *worker(void *arg)
{
    struct lock *l = arg;
    while (1) {
        acquire(l);
        assert(x == y);
        x++;
        release(l);
        y++;
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, &lock);
}
