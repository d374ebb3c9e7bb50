// expect: unsafe
// The end of init_literals.c is reached: no step on the way there is missing.
#define main original
#include "init_literals.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
