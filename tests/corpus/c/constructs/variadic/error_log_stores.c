// expect: error unsupported
// A format that is handed on stores the number of characters.
#include <stdarg.h>
#include <stdio.h>

static void report(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    int count = 0;
    report("a%n", &count);
    return count;
}
