// expect: unsafe
// The end of expr_unused_values.c is reached: no step on the way there is missing.
#define main original
#include "expr_unused_values.c"
#undef main

int main(void)
{
    original(1, 0);
    assert(0);
}
