// expect: unsafe
// The other function that the pointer may lead to gives the second argument.
#include <assert.h>
#include <stdarg.h>

static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

static int second(int n, ...)
{
    va_list list;
    va_start(list, n);
    va_arg(list, int);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

static int (*which[2])(int, ...) = { first, second };

int main(void)
{
    for (int i = 0; i < 2; i++)
        assert(which[i](2, 4, 5) == 4);
    return 0;
}
