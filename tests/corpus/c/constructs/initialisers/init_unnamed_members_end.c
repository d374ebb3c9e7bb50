// expect: unsafe
// The end of init_unnamed_members.c is reached: no step on the way there is missing.
#define main original
#include "init_unnamed_members.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
