// expect: safe
// Peterson's algorithm, repeated for ever by two threads: flag first, then turn, excludes both from the section.
#include <pthread.h>
#include <assert.h>

int flag1, flag2, turn, x;

void *first(void *arg)
{
    while (1) {
        flag1 = 1;
        turn = 2;
        while (flag2 && turn == 2)
            ;
        x = 1;
        assert(x == 1);
        flag1 = 0;
    }
    return 0;
}

void *second(void *arg)
{
    while (1) {
        flag2 = 1;
        turn = 1;
        while (flag1 && turn == 1)
            ;
        x = 2;
        assert(x == 2);
        flag2 = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    return 0;
}
