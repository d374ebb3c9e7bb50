// expect: safe
// Integers are read as strtol reads them.

#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    const char *text = " -12x";
    assert(strtol(text, &end, 10) == -12 && *end == 'x');
    assert(strtol("0x1f", 0, 0) == 31 && strtol("017", 0, 0) == 15 && strtoul("ff", 0, 16) == 255);
    assert(atoi("42") == 42 && atoi("x") == 0 && abs(-3) == 3);
    assert(strtol("99999999999999999999", 0, 10) == 9223372036854775807);
}
