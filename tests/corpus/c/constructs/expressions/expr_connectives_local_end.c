// expect: unsafe
// The end of expr_connectives_local.c is reached: no step on the way there is missing.
#define main original
#include "expr_connectives_local.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
