// expect: unsafe, property no-data-race
// The variable that holds the memory order is read.
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x;
memory_order order = memory_order_seq_cst;
void *worker(void *unused) { order = memory_order_relaxed; return unused; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); __atomic_load_n(&x, order); return 0; }
