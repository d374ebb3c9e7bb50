// expect: error unsupported
// A format that is not known may store through the pointer that is printed.
#include <stdio.h>

int x;
const char *format = "%n";

int main(void)
{
    printf(format, x);
    printf(format, &x);
    return 0;
}
