// expect: safe, property race
// The reader accesses and frees the object only after its acquire load has read the pointer that the release store wrote.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message { int number; };
_Atomic(struct message *) box;

void *writer(void *unused)
{
    struct message *made = malloc(sizeof *made);
    made->number = 1;
    atomic_store_explicit(&box, made, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct message *found;
    int number = 0;
    pthread_create(&t, 0, writer, 0);
    found = atomic_load_explicit(&box, memory_order_acquire);
    if (found) {
        number = found->number;
        free(found);
    }
    return number;
}
