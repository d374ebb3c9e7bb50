// expect: safe
// The copy of a string is an object of its own.
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
    assert(copy[1] == 'b' && copy[3] == 0 && strlen(copy) == 3);
    free(copy);
    return 0;
}
