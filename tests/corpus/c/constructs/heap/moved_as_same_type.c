// expect: safe
// As moved_as_other_type.c, with parts of one type.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = calloc(1, sizeof *p);
    p[0] = 0;
    int *q = realloc(p, 2 * sizeof *q);
    assert(q[0] == 0);
}
