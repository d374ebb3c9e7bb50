// expect: safe
// A `mov` from or to memory is one access.
#include <assert.h>
#include <pthread.h>

unsigned flag, data;
long wide = -5;
int *pointer, target = 7;

static unsigned load(const unsigned *p)
{
    unsigned r;
    __asm__ __volatile__("movl %1, %0" : "=q"(r) : "m"(*p) : "memory");
    return r;
}

static void store(unsigned *p, unsigned v)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*p) : "ir"(v) : "memory");
}

void *producer(void *unused)
{
    store(&data, 42);
    store(&flag, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    if (load(&flag) == 1)
        assert(load(&data) == 42);
    long copy;
    int *where;
    __asm__ __volatile__("movq %1, %0" : "=r"(copy) : "m"(wide));
    assert(copy == -5);
    __asm__ __volatile__("movq %1, %0" : "=m"(*(unsigned long *)&pointer) : "r"(&target));
    __asm__ __volatile__("movq %1, %0" : "=r"(where) : "m"(*(unsigned long *)&pointer));
    assert(*where == 7);
    __asm__ __volatile__("movl $3, %0" : "=m"(target));
    assert(*where == 3);
}
