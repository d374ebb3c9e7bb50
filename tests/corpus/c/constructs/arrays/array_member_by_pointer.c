// expect: unsafe
// The array in a structure that a pointer leads to has its own bound.
#include <assert.h>
struct S {
    int a[2];
    int b;
} s, t;
int n = 1;
int main(void)
{
    struct S *p = &s;
    if (n)
        p = &t;
    int i = 2;
    p->b = 5;
    assert(p->a[i] == 5);
    return 0;
}
