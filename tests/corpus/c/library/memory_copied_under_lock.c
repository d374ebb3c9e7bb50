// expect: safe
// With a lock, the copy is a snapshot, for any number of writers.

#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair { int left, right; } shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    shared.left = 1;
    shared.right = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    struct pair copy;
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, writer, 0);
        pthread_mutex_lock(&lock);
        memcpy(&copy, &shared, sizeof copy);
        pthread_mutex_unlock(&lock);
        assert(copy.left == copy.right);
    }
}
