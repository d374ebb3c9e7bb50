// expect: unsafe
// A line is any text.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(strcmp(line, "no"));
}
