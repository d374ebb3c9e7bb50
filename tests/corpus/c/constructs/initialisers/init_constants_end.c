// expect: unsafe
// The end of init_constants.c is reached: no step on the way there is missing.
#define main original
#include "init_constants.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
