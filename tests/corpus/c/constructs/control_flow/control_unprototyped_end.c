// expect: unsafe
// The end of control_unprototyped.c is reached: no step on the way there is missing.
#define main original
#include "control_unprototyped.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
