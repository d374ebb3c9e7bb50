// expect: unsafe
// A variable keeps the file that it is given.
#include <assert.h>
#include <stdio.h>

static FILE *out;

int main(void)
{
    out = stderr;
    if (getchar() == 'x')
        out = stdout;
    fprintf(out, "text");
    assert(out == stderr);
}
