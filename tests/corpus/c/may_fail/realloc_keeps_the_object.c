// expect: safe, flags --may-fail realloc
// The old object stays where it is.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 7;
    int *q = realloc(p, 2 * sizeof *p);
    if (q)
        p = q;
    assert(*p == 7);
    free(p);
}
