// expect: unsafe
// Behind the end of the copy of a string there is nothing.
#include <assert.h>
#include <stdlib.h>

#include <string.h>

int main(void)
{
    char text[4] = "abc";
    char *copy = strdup(text);
    if (!copy)
        return 0;
    text[1] = 'x';
    assert(copy[1] == 'b' && copy[4] == 0);
    free(copy);
    return 0;
}
