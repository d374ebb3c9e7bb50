// expect: safe, property race
// Pointers that always lead somewhere are proved to do so together with the absence of races.
#include <pthread.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int x, y, *chosen[2] = {&x, &y};
void *worker(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t *lock = i ? &second : &first;
        pthread_mutex_lock(lock);
        *chosen[i] += 1;
        pthread_mutex_unlock(lock);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
