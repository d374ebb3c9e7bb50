// expect: safe
// A pointer that ends together with what it points to, or before, never leads to a variable that has ended.
#include <assert.h>

int shared = 3;

int get(int *from)
{
    int *p = from;
    return *p;
}

int main(void)
{
    int outside = 1, *p = &outside;
    {
        int *q = &outside, inside = 2, *r = &inside;
        q = p;
        assert(*q == 1 && *r == 2);
        r = &shared;
        assert(*r == 3 && get(&inside) == 2 && get(p) == 1);
    }
    p = &shared;
    assert(*p == 3);
    return 0;
}
