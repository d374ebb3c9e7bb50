// expect: unknown
// A `double` is passed where `long` is asked for, which is in another register.
#include <assert.h>
#include <stdarg.h>

static long first(int n, ...)
{
    va_list list;
    va_start(list, n);
    long value = va_arg(list, long);
    va_end(list);
    return value;
}

int main(void)
{
    assert(first(1, 0.0) == 0);
    return 0;
}
