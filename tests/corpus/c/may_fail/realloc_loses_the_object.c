// expect: unsafe, flags --may-fail realloc
// As realloc_keeps_the_object.c, without a look at the result.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 7;
    p = realloc(p, 2 * sizeof *p);
    assert(*p == 7);
    free(p);
}
