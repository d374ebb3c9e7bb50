// expect: safe
// A `float` is passed as `double`.
#include <assert.h>
#include <stdarg.h>

static double second(int n, ...)
{
    va_list list;
    va_start(list, n);
    int first = va_arg(list, int);
    double number = va_arg(list, double);
    va_end(list);
    return first == n ? number : 0;
}

int main(void)
{
    float half = 0.5f;
    assert(second(7, 7, half) == 0.5 && second(7, 7, 0.1) == 0.1);
    return 0;
}
