// expect: safe
// Bits are tested and changed; the carry tells the bit as it was.
#include <assert.h>

unsigned x = 5;

static _Bool set(unsigned *p, unsigned bit)
{
    _Bool was;
    __asm__ __volatile__("lock btsl %2, %0; setc %1" : "+m"(*p), "=q"(was) : "q"(bit) : "memory", "cc");
    return was;
}

static _Bool reset(unsigned *p, unsigned bit)
{
    _Bool was;
    __asm__ __volatile__("lock btrl %2, %0" : "+m"(*p), "=@ccc"(was) : "Ir"(bit) : "memory");
    return was;
}

static int flip(unsigned *p)
{
    unsigned char was_not;
    __asm__ __volatile__("lock; btcl $4, %0; setnc %1" : "+m"(*p), "=q"(was_not) : : "memory", "cc");
    return !was_not;
}

int main(void)
{
    assert(!set(&x, 3) && x == 13);
    assert(set(&x, 0) && x == 13);
    assert(reset(&x, 2) && x == 9);
    assert(!reset(&x, 1) && x == 9);
    assert(!flip(&x) && x == 25);
    assert(flip(&x) && x == 9);
    __asm__ __volatile__("lock; notl %0" : "+m"(x) : : "memory");
    assert(x == ~9u);
    __asm__ __volatile__("lock; negl %0" : "+m"(x) : : "memory", "cc");
    assert(x == 10);
}
