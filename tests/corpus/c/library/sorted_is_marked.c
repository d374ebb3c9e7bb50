// expect: unknown
// Two elements are sorted, which is approximated.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int two[2] = {2, 1};
    qsort(two, 2, sizeof two[0], compare);
    assert(two[0] == 1);
}
