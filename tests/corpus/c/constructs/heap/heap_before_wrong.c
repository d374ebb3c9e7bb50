// expect: unsafe
// Nothing lies before an object of the heap.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    long *p = calloc(2, sizeof(long));
    long *q = p + 1;
    q[-1] = 6;
    assert(p[0] == 6);
    q -= 2;
    long x = *q;
    free(p);
    return x == 6;
}
