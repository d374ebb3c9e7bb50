// expect: unsafe
// The end of expr_compound_shared.c is reached: no step on the way there is missing.
#define main original
#include "expr_compound_shared.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
