// expect: safe
// What a text leaves of its array is zero, also where control can jump past the declaration.
#include <assert.h>

int main(void)
{
    char text[4] = "a";
    assert(text[3] == 0);
    goto end;
end:
    return 0;
}
