// expect: error unsupported
// Another file may replace the function.
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
