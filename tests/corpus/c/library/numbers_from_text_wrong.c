// expect: unsafe
// A text without digits is zero.

#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(atoi("x1") == 1);
}
