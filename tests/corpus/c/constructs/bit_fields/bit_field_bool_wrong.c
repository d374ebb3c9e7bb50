// expect: unsafe
// The same in the other direction.
#include <assert.h>

struct { _Bool a : 1, b : 1; } s;

int main(void)
{
    s.b = 1;
    assert(!s.b);
    return 0;
}
