// expect: unsafe, property race
// The first access follows a null pointer: no thread ever starts, so there is no race to prove anything about.
#include <pthread.h>
pthread_mutex_t *m;
int x;
void *worker(void *unused) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_mutex_lock(m);
    pthread_create(&t, 0, worker, 0);
    x = 2;
    pthread_mutex_unlock(m);
    return 0;
}
