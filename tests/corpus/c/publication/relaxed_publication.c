// expect: safe, property race
// With relaxed orders this is a race in C11, which is not modelled: the first line of the report says so.
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
    }
    return data;
}
