// expect: unsafe
// The same, but the first thread reads the flag of the second twice when it leaves, and may miss that it waits.
#include <assert.h>
#include <pthread.h>

int flag1, flag2, critical;

void *first(void *unused)
{
    while (1) {
        flag1 = 1;
        while (flag2 >= 3)
            ;
        flag1 = 3;
        if (flag2 == 1) {
            flag1 = 2;
            while (flag2 != 4)
                ;
        }
        flag1 = 4;
        critical = 1;
        assert(critical == 1);
        while (flag2 == 2 || flag2 == 3)
            ;
        flag1 = 0;
    }
}

void *second(void *unused)
{
    while (1) {
        flag2 = 1;
        while (flag1 >= 3)
            ;
        flag2 = 3;
        if (flag1 == 1) {
            flag2 = 2;
            while (flag1 != 4)
                ;
        }
        flag2 = 4;
        while (flag1 >= 2)
            ;
        critical = 2;
        assert(critical == 2);
        flag2 = 0;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
}
