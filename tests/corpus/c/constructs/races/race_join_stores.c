// expect: unsafe, property race
// The result of a thread is stored where another thread looks.
#include <pthread.h>

void *result;

void *first(void *unused)
{
    return &result;
}

void *second(void *unused)
{
    return result;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, &result);
    pthread_join(two, 0);
    return 0;
}
