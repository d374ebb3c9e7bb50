// expect: safe
// A function that only calls the library may still do what other threads notice: the order is assumed.
#include <assert.h>
#include <stdlib.h>

int probe(void)
{
    void *p = calloc(1, 4);
    int there = p != 0;
    free(p);
    return there;
}

int main(void)
{
    assert(probe() + probe() == 2);
    return 0;
}
