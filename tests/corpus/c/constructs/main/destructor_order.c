// expect: safe
// Destructors run at the end of main, in the order of constructors turned round.
#include <assert.h>

int order;

__attribute__((destructor)) static void second(void)
{
    assert(order == 2);
    order = 3;
}

__attribute__((destructor)) static void first(void)
{
    assert(order == 1);
    order = 2;
}

__attribute__((destructor(200))) static void fourth(void)
{
    assert(order == 4);
}

__attribute__((destructor(201))) static void third(void)
{
    assert(order == 3);
    order = 4;
}

int main(void)
{
    order = 1;
}
