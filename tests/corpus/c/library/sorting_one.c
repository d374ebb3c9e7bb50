// expect: safe
// A single element stays as it is.
#include <assert.h>
#include <stdlib.h>

static int calls;

static int compare(const void *a, const void *b)
{
    calls = 1;
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int one[1] = {3};
    qsort(one, 1, sizeof one[0], compare);
    assert(one[0] == 3 && calls == 0);
}
