// expect: unknown
// The new object has the bytes of the old one; what number they are there is any in the model.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char *p = calloc(4, sizeof *p);
    p[0] = 0;
    int *q = realloc(p, 2 * sizeof *q);
    assert(q[0] == 0);
}
