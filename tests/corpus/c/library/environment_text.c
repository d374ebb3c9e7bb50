// expect: safe
// A variable of the environment is a text.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *home = getenv("HOME");
    assert(!home || strnlen(home, 16) < 16);
}
