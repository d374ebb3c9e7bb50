// expect: safe, property race
// Variables that all threads only read, that one thread has alone, or that atomic operations change do not race.
#include <pthread.h>
#include <stdatomic.h>

int limit = 3, own, of_main;
atomic_int counter;
_Thread_local int each;

void *worker(void *unused)
{
    each = limit;
    own += each;
    counter += limit;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    each = limit + 1;
    of_main = limit;
    of_main += counter;
    pthread_join(thread, 0);
    return 0;
}
