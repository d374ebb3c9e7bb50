// expect: unsafe
// The sum of the further arguments is not the number of them.
#include <assert.h>
#include <stdarg.h>

int sum(int n, ...)
{
    va_list list;
    int total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void)
{
    assert(sum(2, 1, 2) == 2);
    return 0;
}
