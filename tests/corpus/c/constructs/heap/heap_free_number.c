// expect: safe
// The number zero is the null pointer, even where a declaration without parameters does not turn it into one.
#include <assert.h>

void free();

int main(void)
{
    free(0L);
    return 0;
}
