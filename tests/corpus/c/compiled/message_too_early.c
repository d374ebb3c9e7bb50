// expect: unsafe
// The flag is set before the data, so that old data can be seen.
#include <assert.h>
#include <pthread.h>

int data, flag, got = 42;

void *one(void *unused)
{
    flag = 1;
    data = 42;
    return 0;
}

void *two(void *unused)
{
    if (flag)
        got = data;
    assert(got == 42);
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
