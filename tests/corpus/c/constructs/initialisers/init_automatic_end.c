// expect: unsafe
// The end of init_automatic.c is reached: no step on the way there is missing.
#define main original
#include "init_automatic.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
