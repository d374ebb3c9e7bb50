// expect: unsafe
// The second of two pointers to one object frees it again.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = calloc(1, sizeof(int));
    int *q = p;
    assert(*q == 0);
    free(p);
    free(q);
    return 0;
}
