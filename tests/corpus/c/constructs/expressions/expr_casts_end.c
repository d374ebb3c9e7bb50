// expect: unsafe
// The end of expr_casts.c is reached: no step on the way there is missing.
#define main original
#include "expr_casts.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
