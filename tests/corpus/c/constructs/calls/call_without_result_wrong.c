// expect: unsafe
// A function that ends without `return` has any value.
#include <assert.h>

int nondet_int(void);

int sign(int n)
{
    if (n < 0)
        return 1;
}

int main(void)
{
    assert(sign(-1) == 1);
    int n = nondet_int();
    assert(sign(n) == 1);
    return 0;
}
