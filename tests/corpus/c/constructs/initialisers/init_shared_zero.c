// expect: safe
// Without a first value shared and static variables are zero, all of their parts.
#include <assert.h>

struct pair { int x; char c[2]; struct pair *next; unsigned b : 3; };

int n, a[2][2], *p;
_Bool flag;
struct pair s, list[2];
union { int a; unsigned b; } u;
static long l;

struct pair *of_static(int k)
{
    static struct pair own[2];
    static int m, *q;
    assert(own[0].x == k && own[1].c[1] == 0 && !own[1].next && own[0].b == k && m == k && !q);
    m++;
    own[0].b++;
    own[0].x++;
    return own;
}

int main(void)
{
    assert(n == 0 && a[0][0] == 0 && a[1][1] == 0 && !p && !flag && s.x == 0 && s.c[1] == 0 && !s.next && s.b == 0);
    assert(list[1].c[0] == 0 && list[0].x == 0 && list[1].b == 0 && u.a == 0 && u.b == 0 && l == 0);
    assert(of_static(0)->x == 1 && of_static(1)->b == 2);
    return 0;
}
