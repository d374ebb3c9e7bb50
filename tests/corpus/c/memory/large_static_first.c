// expect: safe
// The first elements of a large array have values.
#include <assert.h>
#include <stdlib.h>

static int table[5000] = { 3, 4 };

int main(void)
{
    table[0]++;
    assert(table[0] == 4 && table[1] == 4 && table[2] == 0);
    return 0;
}
