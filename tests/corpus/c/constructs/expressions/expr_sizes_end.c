// expect: unsafe
// The end of expr_sizes.c is reached: no step on the way there is missing.
#define main original
#include "expr_sizes.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
