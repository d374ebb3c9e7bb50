// expect: unsafe
// The end of record_union.c is reached: no step on the way there is missing.
#define main original
#include "record_union.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
