// expect: error unsupported
// A variable outside functions is initialised by a call, which C does not allow.
#include <assert.h>

int one(void)
{
    return 1;
}

int x = one();

int main(void)
{
    assert(x == 0);
    return 0;
}
