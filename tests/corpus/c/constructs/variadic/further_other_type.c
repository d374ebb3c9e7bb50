// expect: unknown
// An `int` is passed where `long` is asked for: what that gives is not defined.
#include <assert.h>
#include <stdarg.h>

long first(int n, ...)
{
    va_list list;
    va_start(list, n);
    long value = va_arg(list, long);
    va_end(list);
    return value;
}

int main(void)
{
    assert(first(1, 7) == 7);
    return 0;
}
