// expect: safe
// A choice by constants is a constant: the size of an object of the heap may be one.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc((1 > 0 ? 2 : 1) * sizeof(int)), *q = malloc((0 ? 4 : 12) - (1 ? 0 : 8));
    p[1] = 5;
    q[2] = p[1] + 1;
    assert(p[1] == 5 && q[2] == 6);
    free(p);
    free(q);
    return 0;
}
