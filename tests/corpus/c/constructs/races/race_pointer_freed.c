// expect: unsafe, property race
// A lock protects the data, but it is used after it was freed.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *data;
void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    *data = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t t;
    data = malloc(sizeof *data);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&lock);
    free(data);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
