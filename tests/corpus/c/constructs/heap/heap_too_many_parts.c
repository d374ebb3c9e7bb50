// expect: safe
// The pointer that the object is given to makes it an array of more parts than have variables of their own.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = calloc(1, 4097);
    p[0] = 1;
    assert(p[0] == 1);
    free(p);
    return 0;
}
