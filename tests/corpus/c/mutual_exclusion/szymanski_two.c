// expect: safe
// Szymanski's algorithm for two threads (doors by flag values 0 to 4; the thread with the lower number goes first).
#include <pthread.h>
#include <assert.h>

int flag1, flag2, x;

void *first(void *arg)
{
    flag1 = 1;
    while (flag2 >= 3) ;
    flag1 = 3;
    if (flag2 == 1) {
        flag1 = 2;
        while (flag2 != 4) ;
    }
    flag1 = 4;
    x = 1;
    assert(x == 1);
    while (flag2 == 2 || flag2 == 3) ;
    flag1 = 0;
    return 0;
}

void *second(void *arg)
{
    flag2 = 1;
    while (flag1 >= 3) ;
    flag2 = 3;
    if (flag1 == 1) {
        flag2 = 2;
        while (flag1 != 4) ;
    }
    flag2 = 4;
    while (flag1 >= 2) ;
    x = 2;
    assert(x == 2);
    flag2 = 0;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    return 0;
}
