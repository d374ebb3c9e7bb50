// expect: safe
// Truth values that share a byte are apart.
#include <assert.h>

struct { _Bool a : 1, b : 1; } s;

int main(void)
{
    s.b = 1;
    assert(s.b == 1 && s.a == 0);
    return 0;
}
