// expect: safe
// A function that calls one that calls one that reads a shared variable: the order is assumed.
#include <assert.h>

int x = 1;

int inner(void) { return x; }
int middle(void) { return inner(); }
int outer(int n) { return n + middle(); }

int main(void)
{
    assert(outer(1) + outer(2) == 5);
    return 0;
}
