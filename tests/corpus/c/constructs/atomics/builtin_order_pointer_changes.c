// expect: safe, flags --granularity statement
// One operand changes what a pointer leads to, which may be what the other one reads: the order is assumed.
#include <assert.h>

int x, z;
int *p = &z;

int main(void)
{
    int *q = p;
    int y = (x >= 0) + __sync_fetch_and_add(q, 1);
    assert(y == 1 && z == 1);
    return 0;
}
