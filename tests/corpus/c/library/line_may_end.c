// expect: unsafe
// As line_ends_once.c: the last one may.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(line[1] != '\n');
}
