// expect: safe
// Three threads, one of which adds twice: value ends between 1 and 4, as schedules allow.
#include <pthread.h>

int value;

void *one(void *unused)
{
    value = value + 1;
    return 0;
}

void *two(void *unused)
{
    value = value + 1;
    value = value + 1;
    return 0;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_create(&third, 0, one, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
