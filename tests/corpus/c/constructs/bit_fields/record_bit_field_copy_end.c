// expect: unsafe
// The end of record_bit_field_copy.c is reached: no step on the way there is missing.
#define main original
#include "record_bit_field_copy.c"
#undef main

int main(void)
{
    original();
    assert(0);
}
