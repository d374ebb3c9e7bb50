// expect: safe
// An index is handed out once, by compare-and-swap, and only while it is in range; so a claimed slot is still empty.
#include <pthread.h>
#include <assert.h>

enum { SLOTS = 2 };

int slots[SLOTS];
unsigned next;

void *worker(void *unused)
{
    unsigned mine = __atomic_load_n(&next, __ATOMIC_SEQ_CST);
    if (mine < SLOTS && __sync_bool_compare_and_swap(&next, mine, mine + 1)) {
        assert(slots[mine] == 0);
        slots[mine] = 1;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
