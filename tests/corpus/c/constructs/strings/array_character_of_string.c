// expect: safe
// A character of a string is looked at.
#include <assert.h>

int main(void)
{
    assert("abc"[1] == 'b');
    return 0;
}
