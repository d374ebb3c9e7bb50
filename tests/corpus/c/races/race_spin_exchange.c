// expect: safe, property race
// A spinlock made of an atomic exchange protects two plain variables.
#include <pthread.h>
#include <stdatomic.h>

struct spinlock {
    atomic_int held;
};

struct spinlock lock;
int head, tail;

void acquire(struct spinlock *l)
{
    while (atomic_exchange(&l->held, 1) == 1)
        while (atomic_load(&l->held) == 1)
            ;
}

void release(struct spinlock *l)
{
    atomic_store(&l->held, 0);
}

void *worker(void *unused)
{
    while (1) {
        acquire(&lock);
        head++;
        tail = head;
        release(&lock);
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
