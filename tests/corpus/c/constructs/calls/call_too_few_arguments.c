// expect: error arity
// A function without a prototype is called with fewer arguments than it has parameters.
#include <assert.h>

int first(a, b) int a, b; { return a; }

int main(void)
{
    assert(first(3) == 3);
    return 0;
}
