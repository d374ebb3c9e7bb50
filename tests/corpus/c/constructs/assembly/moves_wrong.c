// expect: unsafe
// Two `mov`s are two accesses: somebody may write between them.
#include <assert.h>
#include <pthread.h>

int counter;

void *work(void *unused)
{
    int r;
    __asm__ __volatile__("movl %1, %0" : "=r"(r) : "m"(counter) : "memory");
    __asm__ __volatile__("movl %1, %0" : "=m"(counter) : "r"(r + 1) : "memory");
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
}
