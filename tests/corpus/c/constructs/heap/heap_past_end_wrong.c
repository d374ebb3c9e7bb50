// expect: unsafe
// An object of the heap ends after the elements that were asked for.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int i = 2;
    int *p = calloc(3, sizeof *p);
    p[i] = 5;
    assert(p[2] == 5);
    i++;
    i = p[i];
    free(p);
    return i;
}
