// expect: unsafe, property deadlock
// One thread walks the list backward.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
int x;

void *walker(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&c);
    pthread_mutex_unlock(&b);
    x++;
    pthread_mutex_unlock(&c);
    return 0;
}

void *backward(void *arg)
{
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&c);
    x--;
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_create(&t0, 0, walker, 0);
        pthread_create(&t1, 0, backward, 0);
    }
}
