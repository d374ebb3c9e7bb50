// expect: unsafe
// The end of expr_long_chains.c is reached: no step on the way there is missing.
#define main original
#include "expr_long_chains.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
