// expect: safe
// An object of the heap of more than a megabyte.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(1024 * 1024);
    free(p);
    p = calloc(1024, 1025);
    assert(p != 0);
    free(p);
    return 0;
}
