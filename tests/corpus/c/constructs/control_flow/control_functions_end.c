// expect: unsafe
// The end of control_functions.c is reached: no step on the way there is missing.
#define main original
#include "control_functions.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
