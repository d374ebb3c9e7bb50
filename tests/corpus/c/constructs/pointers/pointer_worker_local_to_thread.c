// expect: error unsupported
// The variable that the second thread gets the address of ends with the first one.
#include <pthread.h>

void *second(void *argument)
{
    int *p = argument;
    *p = 1;
    return 0;
}

void *first(void *unused)
{
    pthread_t t;
    int x = 0;
    pthread_create(&t, 0, second, &x);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    return 0;
}
