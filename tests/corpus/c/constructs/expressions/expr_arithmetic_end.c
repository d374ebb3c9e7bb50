// expect: unsafe
// The end of expr_arithmetic.c is reached: no step on the way there is missing.
#define main original
#include "expr_arithmetic.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
