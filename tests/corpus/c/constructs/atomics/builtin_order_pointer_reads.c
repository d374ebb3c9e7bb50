// expect: safe, flags --granularity statement
// One operand reads what a pointer leads to, which may be what the other one changes: the order is assumed.
#include <assert.h>

int x, z;
int *p = &z;

int main(void)
{
    int *q = p;
    int y = (*q >= 0) + __sync_fetch_and_add(&x, 1);
    assert(y == 1 && x == 1);
    return 0;
}
