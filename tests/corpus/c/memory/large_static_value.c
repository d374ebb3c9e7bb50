// expect: unknown
// Nobody writes the element, so that it is zero in C; here it has any value.
#include <assert.h>
#include <stdlib.h>

static int table[5000];

int main(void)
{
    assert(table[4999] == 0);
    return 0;
}
