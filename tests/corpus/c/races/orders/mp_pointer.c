// expect: safe, property race
// Main reads the member only after its acquire load has read the pointer that the release store wrote.
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
        found = atomic_load_explicit(&box, memory_order_acquire);
    while (found == 0);
    return found->number;
}
