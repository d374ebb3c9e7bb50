// expect: unsafe, property race
// Adding holds one lock and removing another one.
#include <pthread.h>

pthread_mutex_t add_lock = PTHREAD_MUTEX_INITIALIZER, remove_lock = PTHREAD_MUTEX_INITIALIZER;
int length;

void *add(void *unused)
{
    pthread_mutex_lock(&add_lock);
    length++;
    pthread_mutex_unlock(&add_lock);
    return 0;
}

void *remove_one(void *unused)
{
    pthread_mutex_lock(&remove_lock);
    if (length > 0)
        length--;
    pthread_mutex_unlock(&remove_lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, add, 0);
        pthread_create(&t, 0, remove_one, 0);
    }
}
