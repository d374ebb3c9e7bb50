// expect: safe
// Constructors run before main: those with lower priorities first, those without one last, in the order of the source.
#include <assert.h>

int order;

__attribute__((constructor)) static void third(void)
{
    assert(order == 2);
    order = 3;
}

static void second(void) __attribute__((constructor(201)));
static void second(void)
{
    assert(order == 1);
    order = 2;
}

void __attribute__((__constructor__)) fourth(void)
{
    assert(order == 3);
    order = 4;
}

__attribute__((constructor(200))) void first(void)
{
    assert(order == 0);
    order = 1;
}

int main(void)
{
    assert(order == 4);
}
