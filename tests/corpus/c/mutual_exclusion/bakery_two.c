// expect: unsafe
// The same program with single accesses as steps: first reads t2 == 0, second takes t2 = 1 and enters as t1 == 0, first writes t1 = 1, enters as t1 > t2 is false, and x changes under one of them.
#include <pthread.h>
#include <assert.h>

int t1, t2, x;

void *first(void *arg)
{
    t1 = t2 + 1;
    while (t2 != 0 && t1 > t2)
        ;
    x = 1;
    assert(x == 1);
    t1 = 0;
    return 0;
}

void *second(void *arg)
{
    t2 = t1 + 1;
    while (t1 != 0 && t2 >= t1)
        ;
    x = 2;
    assert(x == 2);
    t2 = 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    return 0;
}
