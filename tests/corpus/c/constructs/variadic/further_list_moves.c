// expect: safe
// A list that a function reads from has moved for its caller too, as on x86-64.
#include <assert.h>
#include <stdarg.h>

int next(va_list list)
{
    return va_arg(list, int);
}

int both(int n, ...)
{
    va_list list;
    va_start(list, n);
    int first = next(list);
    int second = next(list);
    va_end(list);
    return 10 * first + second;
}

int main(void)
{
    assert(both(2, 4, 5) == 45);
    return 0;
}
