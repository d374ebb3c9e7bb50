// expect: unsafe
// The end of a text is no part of its length, however sizes are declared.
#include <assert.h>

extern unsigned int strlen(char const *text);
extern char *strncpy(char *to, char const *from, unsigned int bytes);

int main(void)
{
    char copy[4];
    unsigned int length = strlen("abc");
    strncpy(copy, "abc", sizeof copy);
    assert(length == 4 && copy[2] == 'c');
    return 0;
}
