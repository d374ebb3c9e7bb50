// expect: safe
// Only the last character of a line that `fgets` reads may end a line.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(!(line[0] == '\n' && line[1] != 0) && !(line[1] == '\n' && line[2] != 0));
}
