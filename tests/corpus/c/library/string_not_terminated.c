// expect: unsafe
// `strncpy` writes no zero if there is no room for it, and `strlen` reads on.

#include <string.h>

int main(void)
{
    char name[2] = "";
    strncpy(name, "ab", sizeof name);
    return (int)strlen(name);
}
