// expect: unsafe
// The first elements of a large array have values, and one is not the expected one.
#include <assert.h>
#include <stdlib.h>

static int table[5000] = { 3, 4 };

int main(void)
{
    table[0]++;
    assert(table[0] == 4 && table[1] == 4 && table[2] == 1);
    return 0;
}
