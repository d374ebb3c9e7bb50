// expect: unsafe
// The end of record_layout.c is reached: no step on the way there is missing.
#define main original
#include "record_layout.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
