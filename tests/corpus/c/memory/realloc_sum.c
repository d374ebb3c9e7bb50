// expect: unsafe
// What was allocated grows, and may move.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    p[0] = 1;
    p = realloc(p, 2 * sizeof(int));
    if (!p)
        return 0;
    p[1] = 2;
    assert(p[0] + p[1] != 3);
    return 0;
}
