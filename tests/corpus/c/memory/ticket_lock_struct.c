// expect: safe
// Ticket lock for two threads: tickets are handed out once, and only the holder of the ticket being served is inside.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>

struct ticket_lock {
    atomic_uint next, serving;
};

struct ticket_lock lock;
int inside;

void acquire(struct ticket_lock *l)
{
    unsigned mine = atomic_fetch_add(&l->next, 1);
    while (atomic_load(&l->serving) != mine)
        ;
}

void release(struct ticket_lock *l)
{
    atomic_fetch_add(&l->serving, 1);
}

void *worker(void *unused)
{
    acquire(&lock);
    assert(inside == 0);
    inside = 1;
    inside = 0;
    release(&lock);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
