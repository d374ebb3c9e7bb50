// expect: unsafe
// The end of init_shared_zero.c is reached: no step on the way there is missing.
#define main original
#include "init_shared_zero.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
