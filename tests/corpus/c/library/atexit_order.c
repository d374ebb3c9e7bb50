// expect: safe
// The function that is registered last runs first, when `main` returns.
#include <assert.h>
#include <stdlib.h>

int order;

static void first(void)
{
    assert(order == 2);
}

static void second(void)
{
    assert(order == 1);
    order = 2;
}

int main(void)
{
    atexit(first);
    atexit(second);
    order = 1;
    return 0;
}
