// expect: safe, property race
// A `mov` of assembly is an access that the compiler leaves alone: it races with plain ones only.
#include <pthread.h>

int flag;

void *work(void *unused)
{
    int r;
    __asm__ __volatile__("movl %1, %0" : "=m"(flag) : "ir"(1) : "memory");
    __asm__ __volatile__("movl %1, %0" : "=r"(r) : "m"(flag) : "memory");
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, work, 0);
}
