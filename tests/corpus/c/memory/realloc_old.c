// expect: unsafe
// The old object has ended.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    p[1] = 2;
    int *q = realloc(p, 4 * sizeof *p);
    if (!q)
        return 0;
    p[3] = 4;
    assert(p[0] == 1 && p[1] == 2 && p[3] == 4);
    free(p);
    return 0;
}
