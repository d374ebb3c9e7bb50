// expect: safe
// Nobody looks at the further arguments of a function that calls itself.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static char line[16];
static int depth;

static void put(const char *format, va_list list)
{
    vsnprintf(line, sizeof line, format, list);
}

static void report(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put(format, list);
    va_end(list);
    if (depth++ < 2)
        report("again: %s\n", "x");
}

int main(void)
{
    report("%d\n", 7);
    assert(depth == 3);
    return 0;
}
