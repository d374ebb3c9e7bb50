// expect: unsafe
// Only the source is locked: worker 1 sets used_slots to 1 under the mutex of unused_slots, worker 2 sets it to 0
// under its own mutex, worker 1 reads 0.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct counter {
    pthread_mutex_t lock;
    int value;
};

struct counter unused_slots = { PTHREAD_MUTEX_INITIALIZER, 0 };
struct counter used_slots = { PTHREAD_MUTEX_INITIALIZER, 0 };

void move(struct counter *from, struct counter *to)
{
    pthread_mutex_lock(&from->lock);
    from->value = from->value - 1;
    int before = to->value;
    to->value = before + 1;
    assert(to->value == before + 1);
    pthread_mutex_unlock(&from->lock);
}

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        move(&unused_slots, &used_slots);
    else
        move(&used_slots, &unused_slots);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
