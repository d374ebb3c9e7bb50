// expect: error unsupported
// Each call of a recursive function would have further arguments of its own.
#include <stdarg.h>

int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    int first = va_arg(list, int);
    va_end(list);
    return n > 1 ? first + sum(n - 1, first) : first;
}

int main(void)
{
    return sum(2, 1, 2);
}
