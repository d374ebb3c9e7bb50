// expect: unsafe
// The end of expr_steps.c is reached: no step on the way there is missing.
#define main original
#include "expr_steps.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
