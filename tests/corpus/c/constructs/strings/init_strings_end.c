// expect: unsafe
// The end of init_strings.c is reached: no step on the way there is missing.
#define main original
#include "init_strings.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
