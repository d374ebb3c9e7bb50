// expect: unsafe
// The end of control_switch_types.c is reached: no step on the way there is missing.
#define main original
#include "control_switch_types.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
