// expect: unknown
// Which text `vsnprintf` writes is approximated, so that it does not decide.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void put(char *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(to, 8, format, list);
    va_end(list);
}

int main(void)
{
    char text[8];
    put(text, "%d", 7);
    assert(text[0] == '7');
    return 0;
}
