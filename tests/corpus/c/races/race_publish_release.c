// expect: safe, property race
// One worker wins the right to fill the record and publishes it by a release store; the others read it afterwards.
#include <pthread.h>
#include <stdatomic.h>

struct record {
    int key, value;
};

struct record record;
atomic_flag claimed = ATOMIC_FLAG_INIT;
_Atomic(struct record *) published;

void *worker(void *unused)
{
    if (!atomic_flag_test_and_set(&claimed)) {
        record.key = 1;
        record.value = 2;
        atomic_store_explicit(&published, &record, memory_order_release);
    }
    struct record *r = atomic_load_explicit(&published, memory_order_acquire);
    if (r != 0 && r->key == 1)
        return r->value == 2 ? 0 : r;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
