// expect: unsafe
// Without `lock`, adding to memory is a read and a write.
#include <assert.h>
#include <pthread.h>

volatile int counter;

static int add(volatile int *p, int by)
{
    asm volatile("xaddl %0, %1" : "+r"(by), "+m"(*p) : : "memory", "cc");
    return by;
}

void *work(void *unused)
{
    add(&counter, 1);
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
