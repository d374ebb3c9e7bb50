// expect: safe
// Whether the result is zero is told by a flag.
#include <assert.h>

int x = 2;

static int decrement(int *p)
{
    unsigned char zero;
    __asm__ __volatile__("lock; decl %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory");
    return zero != 0;
}

static _Bool cas(int *p, int old, int new)
{
    _Bool done;
    __asm__ __volatile__("lock cmpxchg %3, %0; setz %1;" : "+m"(*p), "=a"(done) : "q"(new), "a"(old) : "memory", "cc");
    return done;
}

int main(void)
{
    assert(!decrement(&x));
    assert(decrement(&x));
    __asm__ __volatile__("lock; addl %1, (%0)" : : "r"(&x), "i"(4) : "memory");
    assert(x == 4);
}
