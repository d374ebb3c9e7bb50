// expect: safe, flags --granularity statement
// One operand changes the variable that the other one reads: the order is assumed, although it does not matter here.
#include <assert.h>

int x;

int main(void)
{
    int y = (x >= 0) + __sync_fetch_and_add(&x, 1);
    assert(y == 1 && x == 1);
    return 0;
}
