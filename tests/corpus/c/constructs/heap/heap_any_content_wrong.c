// expect: unsafe
// Memory from malloc is not zero.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof(int));
    p[0] = 0;
    assert(p[0] == 0);
    assert(p[1] == 0);
    free(p);
    return 0;
}
