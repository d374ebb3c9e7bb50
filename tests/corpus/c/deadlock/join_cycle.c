// expect: unsafe, property deadlock
// Two threads join each other.
#include <pthread.h>

pthread_t a, b;

void *one(void *arg)
{
    pthread_join(b, 0);
    return 0;
}

void *other(void *arg)
{
    pthread_join(a, 0);
    return 0;
}

int main(void)
{
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, other, 0);
    pthread_exit(0);
}
