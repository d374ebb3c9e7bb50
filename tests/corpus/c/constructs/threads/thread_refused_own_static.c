// expect: error unsupported
// A static variable of a function that each thread has for itself.
#include <assert.h>

int next(void)
{
    static _Thread_local int number;
    return ++number;
}

int main(void)
{
    assert(next() == 1);
    return 0;
}
