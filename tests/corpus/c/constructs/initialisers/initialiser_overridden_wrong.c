// expect: unsafe
// The same in the other direction, for a local variable.
#include <assert.h>

int main(void)
{
    struct { struct { int x, y; } a; } s = { .a = { 1, 2 }, .a = { .x = 3 } };
    assert(s.a.y == 2);
    return 0;
}
