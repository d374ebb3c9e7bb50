// expect: safe
// The size of an object of the heap is a variable.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int n = 3;
    int *p = calloc(n, sizeof(int));
    p[2] = 1;
    assert(p[2] == 1);
    free(p);
    return 0;
}
