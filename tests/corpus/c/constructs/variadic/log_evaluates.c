// expect: unsafe
// The arguments of a function that only prints are evaluated all the same.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int count;

static void report(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    report("%d\n", ++count);
    assert(count == 0);
    return 0;
}
