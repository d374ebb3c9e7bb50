// expect: unsafe
// value++ is a read and a write: both threads read 0 and write 1, so main finds 1 after both are done.
#include <pthread.h>
#include <assert.h>

int value, done1, done2;

void *first(void *arg)
{
    value++;
    done1 = 1;
    return 0;
}

void *second(void *arg)
{
    value++;
    done2 = 1;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    while (!done1)
        ;
    while (!done2)
        ;
    assert(value == 2);
    return 0;
}
