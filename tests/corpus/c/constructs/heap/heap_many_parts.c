// expect: safe
// The pointer that the object is given to decides how many parts it has: 4096 are not too many.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    long *p = calloc(1, 4096 * 8);
    p[0] = 1;
    p[4095] = 2;
    assert(p[0] == 1 && p[4095] == 2 && p[1] == 0);
    free(p);
    return 0;
}
