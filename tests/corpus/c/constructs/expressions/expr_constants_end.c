// expect: unsafe
// The end of expr_constants.c is reached: no step on the way there is missing.
#define main original
#include "expr_constants.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
