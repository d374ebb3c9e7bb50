// expect: unsafe
// The end of record_assignment.c is reached: no step on the way there is missing.
#define main original
#include "record_assignment.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
