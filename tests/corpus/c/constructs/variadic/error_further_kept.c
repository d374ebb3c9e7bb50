// expect: error unsupported
// The list is kept where other functions find it.
#include <stdarg.h>

static va_list kept;

static void keep(int n, ...)
{
    va_start(kept, n);
}

int main(void)
{
    keep(1, 2);
    return 0;
}
