// expect: unsafe, threads 4
// The second section ends with a release of the first lock, which may be taken.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct lock {
    unsigned next, owner;
};

struct lock left, right;
int in_left, in_right;

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

void *worker(void *unused)
{
    acquire(&left);
    in_left++;
    assert(in_left == 1);
    in_left--;
    release(&left);
    acquire(&right);
    in_right++;
    assert(in_right == 1);
    in_right--;
    release(&left);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
