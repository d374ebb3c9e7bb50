// expect: unknown, property race
// Main reads data after it has joined as many threads as it has started, but which thread a join waits for is not known.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int data;
atomic_int winners;

void *worker(void *unused)
{
    if (atomic_fetch_add_explicit(&winners, 1, memory_order_relaxed) == 0)
        data = 1;
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    int i = 0;
    while (i < 2) { pthread_create(&t[i], 0, worker, 0); i++; if (argc > 5) break; }
    while (i > 0) { i--; pthread_join(t[i], 0); }
    return data;
}
