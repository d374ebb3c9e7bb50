// expect: unsafe
// Each thread looks first: both see the other flag at 0, both enter, first writes x = 1, second writes x = 2, first reads 2.
#include <pthread.h>
#include <assert.h>

int flag1, flag2, x;

void *first(void *arg)
{
    if (flag2 == 0) {
        flag1 = 1;
        x = 1;
        assert(x == 1);
    }
    flag1 = 0;
    return 0;
}

void *second(void *arg)
{
    if (flag1 == 0) {
        flag2 = 1;
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
