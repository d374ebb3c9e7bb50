// expect: unsafe
// The end of expr_element_bases.c is reached: no step on the way there is missing.
#define main original
#include "expr_element_bases.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
