// expect: safe, property deadlock
// A thread joins the one before.
#include <pthread.h>

pthread_t a, b;

void *one(void *arg)
{
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
    pthread_join(b, 0);
    return 0;
}
