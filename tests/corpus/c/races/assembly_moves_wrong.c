// expect: unsafe, property race
// A plain access races with the `mov` of another thread.
#include <pthread.h>

int flag;

void *work(void *unused)
{
    int r;
    __asm__ __volatile__("movl %1, %0" : "=m"(flag) : "ir"(1) : "memory");
    __asm__ __volatile__("movl %1, %0" : "=r"(r) : "m"(flag) : "memory");
    flag = 2;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, work, 0);
}
