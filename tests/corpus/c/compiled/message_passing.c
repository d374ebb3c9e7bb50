// expect: safe
// The flag is set after the data: who sees the flag sees the data.
#include <pthread.h>

int data, flag, got = -1;

void *one(void *unused)
{
    data = 42;
    flag = 1;
    return 0;
}

void *two(void *unused)
{
    if (flag)
        got = data;
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
