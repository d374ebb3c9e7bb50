// expect: unsafe
// A character of a kind is told by any number but 0 (C11 7.4.1).
#include <ctype.h>
#include <assert.h>

int main(void)
{
    assert((isalpha)('a') == 1);
}
