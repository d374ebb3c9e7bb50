// expect: error unsupported
// What a new thread is given has an effect.
#include <assert.h>

int x;

void f(int number)
{
    assert(number == 0);
}

int main(void)
{
    int number = 0;
    __CPROVER_ASYNC_1: f(number++);
    return 0;
}
