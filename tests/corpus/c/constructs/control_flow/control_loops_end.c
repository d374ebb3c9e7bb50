// expect: unsafe
// The end of control_loops.c is reached: no step on the way there is missing.
#define main original
#include "control_loops.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
