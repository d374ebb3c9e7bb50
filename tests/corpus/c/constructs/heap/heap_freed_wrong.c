// expect: unsafe
// An object that was freed is not there any more, whatever pointer leads to it.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof(int));
    int *second = p + 1;
    int *other = calloc(1, sizeof(int));
    *second = 5;
    free(other);
    assert(*second == 5 && *p == 0);
    free(p);
    return *second;
}
