// expect: safe
// Only a file that is not given could replace the function, which is listed.
#include <assert.h>

__attribute__((weak)) int value(void)
{
    return 0;
}

int main(void)
{
    assert(value() == 0);
    return 0;
}
