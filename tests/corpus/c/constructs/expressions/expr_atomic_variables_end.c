// expect: unsafe
// The end of expr_atomic_variables.c is reached: no step on the way there is missing.
#define main original
#include "expr_atomic_variables.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
