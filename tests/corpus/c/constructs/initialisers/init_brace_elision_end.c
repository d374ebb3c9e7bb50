// expect: unsafe
// The end of init_brace_elision.c is reached: no step on the way there is missing.
#define main original
#include "init_brace_elision.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
