// expect: safe, flags --granularity statement
// Lamport's simple bakery for two threads: with whole statements as steps the later ticket is larger, and the smaller one goes first.
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
