// expect: safe
// Atomic operations as programs write them for x86.
#include <assert.h>
#include <pthread.h>

volatile int lock, counter;
int value;

static int exchange(volatile int *p, int new)
{
    __asm__ __volatile__("xchgl %0, %1" : "=r"(new), "+m"(*p) : "0"(new) : "memory");
    return new;
}

static int compare_and_swap(volatile int *p, int old, int new)
{
    int before;
    __asm__ __volatile__("lock; cmpxchgl %2, %1" : "=a"(before), "+m"(*p) : "r"(new), "0"(old) : "memory");
    return before;
}

static int add(volatile int *p, int by)
{
    asm volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*p) : : "memory", "cc");
    return by;
}

void *work(void *unused)
{
    while (exchange(&lock, 1))
        __asm__ __volatile__("pause" : : : "memory");
    value++;
    assert(value == 1);
    value--;
    asm volatile("mfence" ::: "memory");
    lock = 0;
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
    assert(compare_and_swap(&counter, 2, 5) == 2 && counter == 5);
    assert(compare_and_swap(&counter, 2, 7) == 5 && counter == 5);
}
