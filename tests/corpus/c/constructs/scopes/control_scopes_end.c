// expect: unsafe
// The end of control_scopes.c is reached: no step on the way there is missing.
#define main original
#include "control_scopes.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
