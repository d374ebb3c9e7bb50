// expect: safe
// `vsnprintf` writes a text that fits.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static char guard[2][8];

static void put(char *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(to, 8, format, list);
    va_end(list);
}

int main(void)
{
    put(guard[0], "%d", 12345678);
    assert(guard[1][0] == 0);
    return 0;
}
