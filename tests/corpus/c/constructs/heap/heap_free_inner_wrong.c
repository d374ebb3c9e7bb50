// expect: unsafe
// Only the beginning of an object can be freed.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof(int));
    p++;
    assert(*p == 0);
    free(p);
    return 0;
}
