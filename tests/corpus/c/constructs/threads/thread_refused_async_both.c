// expect: error unsupported
// What a new thread is given needs a shared variable and one of its creator.
#include <assert.h>

int x;

void f(int number)
{
    assert(number == 1);
}

int main(int argc, char **argv)
{
    int number = argc;
    number++;
    __CPROVER_ASYNC_1: f(x + number);
    x = 1;
    return 0;
}
