// expect: error unsupported
// POSIX leaves open what a barrier does that no call initialises; zeros are no barrier.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
int x;
void *worker(void *unused) {
    x = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_barrier_wait(&barrier);
    assert(x == 1);
    return 0;
}
