// expect: unsafe
// The end of expr_promotions.c is reached: no step on the way there is missing.
#define main original
#include "expr_promotions.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
