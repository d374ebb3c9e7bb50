// expect: safe
// A choice between pointers, of the thread or shared, is one of them and has the type of what it leads to.
#include <assert.h>
#include <stddef.h>

int x = 1, y = 2, which = 1;
int *px = &x, *py = &y, *none;
long wide[2] = {3, 4};
void *any = wide;

int main(void)
{
    int a = 5, b = 6, i = 1, j = 0;
    int *p = &a, *q = &b, *null = 0;
    long *w = wide;
    assert(*(i ? p : q) == 5 && *(j ? p : q) == 6 && *(i ? p : 0) == 5 && *(j ? 0 : q) == 6);
    assert(*(i ? p : NULL) == 5 && *(j ? NULL : q) == 6 && (i ? 0 : q) == 0 && (i ? null : q) == 0);
    assert((i ? w : wide)[1] == 4 && (i ? wide : w) + 1 == wide + 1 && *((j ? 0 : w) + 1) == 4);
    *(j ? p : q) = 7;
    assert(a == 5 && b == 7);

    assert(*(which ? px : py) == 1 && *(which - 1 ? px : py) == 2 && *(which ? px : 0) == 1);
    assert(*(which - 1 ? NULL : py) == 2 && (which ? none : py) == 0 && *(none ?: py) == 2 && *(px ?: py) == 1);
    *(which == 1 ? py : px) = 8;
    assert(y == 8 && x == 1);
    assert(*(long *)(which ? any : 0) == 3 && (which ? wide : 0)[1] == 4);
    px = which ? py : px;
    assert(*px == 8 && (*px == *py && px == py));
    p = (j = 1, q);
    assert(*p == 7 && *(p = &a, p) == 5 && j == 1);
    assert((p == &a) == 1 && 0 == none && none == 0 && NULL == null && !(p == q) && (p != q) == 1);
    p = (q = &x);
    assert(*p == 1 && q == &x && p == q && (*p = 4) == 4 && x == 4);
    return 0;
}
