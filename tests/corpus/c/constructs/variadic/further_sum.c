// expect: safe
// `va_arg` reads the further arguments in their order, also in a loop, and `va_copy` begins where its source is.
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

int last_of(int n, va_list list)
{
    int last = 0;
    while (n-- > 0)
        last = va_arg(list, int);
    return last;
}

int twice(int n, ...)
{
    va_list one, other;
    va_start(one, n);
    int first = va_arg(one, int);
    va_copy(other, one);
    int result = 100 * first + 10 * last_of(n - 1, one) + last_of(n - 1, other);
    va_end(one);
    va_end(other);
    return result;
}

int main(void)
{
    char narrow = 3;
    assert(sum(0) == 0);
    assert(sum(3, 1, 2, narrow) == 6);
    assert(twice(2, 4, 5) == 455);
    return 0;
}
