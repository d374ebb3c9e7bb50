// expect: unsafe
// A variable that was not allocated cannot be freed.
#include <assert.h>
#include <stdlib.h>

int x;

int main(void)
{
    int *p = calloc(1, sizeof(int));
    assert(*p == 0);
    free(p);
    p = &x;
    free(p);
    return 0;
}
