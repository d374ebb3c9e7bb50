// expect: safe
// Each of two threads raises its flag before it looks at the other one; at least one of them sees the other flag and gives up.
#include <pthread.h>
#include <assert.h>

int flag1, flag2, x;

void *first(void *arg)
{
    flag1 = 1;
    if (flag2 == 0) {
        x = 1;
        assert(x == 1);
    }
    flag1 = 0;
    return 0;
}

void *second(void *arg)
{
    flag2 = 1;
    if (flag1 == 0) {
        x = 2;
        assert(x == 2);
    }
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
