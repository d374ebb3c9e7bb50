// expect: safe, property no-data-race
// The same, asked about races alone: they do not happen before the null pointer is followed, which the report says.
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
