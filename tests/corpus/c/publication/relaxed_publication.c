// expect: unsafe, property race
// A relaxed store of the flag releases nothing, so this is a race in C11 although main waits for the flag.
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
