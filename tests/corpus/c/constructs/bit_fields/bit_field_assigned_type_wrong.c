// expect: unsafe
// The same in the other direction.
#include <assert.h>

struct { unsigned a : 3; } s;

int main(void)
{
    assert((s.a = 1) - 5 > 0);
    return 0;
}
