// expect: unsafe, property race
// The relaxed load acquires nothing; an address dependency orders nothing either without memory_order_consume (C11 5.1.2.4p14).
#include <pthread.h>
#include <stdatomic.h>

struct message { int number; } message;
_Atomic(struct message *) box;

void *writer(void *unused)
{
    message.number = 1;
    atomic_store_explicit(&box, &message, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct message *found;
    pthread_create(&t, 0, writer, 0);
    do
        found = atomic_load_explicit(&box, memory_order_relaxed);
    while (found == 0);
    return found->number;
}
