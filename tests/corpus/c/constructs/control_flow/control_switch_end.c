// expect: unsafe
// The end of control_switch.c is reached: no step on the way there is missing.
#define main original
#include "control_switch.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
