// expect: unsafe
// The end of control_goto.c is reached: no step on the way there is missing.
#define main original
#include "control_goto.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
