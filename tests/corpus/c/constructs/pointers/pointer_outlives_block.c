// expect: safe
// A pointer to a variable of a block that has ended is not followed any more.
#include <assert.h>

int *kept_by_function(int n)
{
    int *kept = &n;
    return *kept == 1 ? kept : 0;
}

int main(void)
{
    int *p, outside = 1;
    {
        int inside = 2;
        p = &inside;
        assert(*p == 2);
    }
    p = &outside;
    assert(*p == 1 && kept_by_function(2) == 0);
    return 0;
}
