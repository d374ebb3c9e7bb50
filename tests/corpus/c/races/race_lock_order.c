// expect: safe, property race
// The locks are taken in opposite orders: workers may wait for each other for ever, but do not race.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int first, second;

void *forth(void *unused)
{
    pthread_mutex_lock(&a);
    first++;
    pthread_mutex_lock(&b);
    second = first;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *back(void *unused)
{
    pthread_mutex_lock(&b);
    second++;
    pthread_mutex_lock(&a);
    first = second;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, forth, 0);
        pthread_create(&t, 0, back, 0);
    }
}
