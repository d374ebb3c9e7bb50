// expect: safe
// Increments under a mutex; the order decides about the product beside them.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value = 1, entered;

void *one(void *unused)
{
    pthread_mutex_lock(&lock);
    value = value * 3;
    entered = entered + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *two(void *unused)
{
    pthread_mutex_lock(&lock);
    value = value + 5;
    entered = entered + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
