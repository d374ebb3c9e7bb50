// expect: safe
// A line that was read fits and ends with zero.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(strlen(line) < 4);
}
