// expect: unsafe
// The lock is copied before its counter is changed, so that all get the ticket 0.
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
    struct lock copy = *l;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(copy.next != UINT_MAX);
    unsigned mine = copy.next++;
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
        y++;
        release(l);
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, &lock);
}
