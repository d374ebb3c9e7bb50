// expect: safe
// An object that others could see, but that nobody looks at.
#include <assert.h>
#include <stdlib.h>

long *kept;

int main(void)
{
    kept = calloc(3, sizeof(long));
    assert(kept != 0);
    free(kept);
    return 0;
}
