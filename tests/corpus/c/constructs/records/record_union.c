// expect: safe
// Members of a union that begin alike share their values, also with another sign, in structures, arrays and copies.
#include <assert.h>

union either { int a; unsigned b; int c; };
union views { struct { int tag, x; } p; struct { int tag; long y; } q; int tag; };
struct holder { int k; union { int i; unsigned j; }; union either u; };

union either g = { -1 }, list[3] = { { 5 }, { .b = 6 }, 7 };
union views v;
struct holder h = { 1, { .j = 2 }, { 3 } };

unsigned pass(union either u) { u.a++; return u.b; }
union either give(int k) { union either r = { .c = k }; return r; }

int main(void)
{
    assert(g.a == -1 && g.b == 4294967295 && g.c == -1 && g.b > 5 && g.a < 5);
    g.b = 7;
    assert(g.a == 7 && g.c == 7);
    g.c = -3;
    assert(g.b == 4294967293 && g.b / 2 == 2147483646 && g.a / 2 == -1);
    union either l = { .b = 4294967294 }, m = l;
    assert(l.a == -2 && m.c == -2 && m.b == 4294967294);
    m = g;
    l.a = 4;
    assert(m.a == -3 && l.b == 4 && g.a == -3);
    v.p.tag = 4;
    v.q.y = 9;
    assert(v.q.tag == 4 && v.tag == 4 && v.q.y == 9);
    v.tag++;
    assert(v.p.tag == 5 && v.q.tag == 5);
    assert(h.k == 1 && h.i == 2 && h.u.b == 3);
    h.i = -1;
    h.u.c = h.i - 1;
    assert(h.j == 4294967295 && h.u.b == 4294967294 && h.k == 1);
    struct holder copy = h;
    h.j = 6;
    assert(copy.i == -1 && copy.u.a == -2 && h.i == 6);
    int i = 1;
    list[i].a--;
    list[i + 1] = list[i];
    assert(list[0].b == 5 && list[1].c == 5 && list[2].b == 5 && pass(list[2]) == 6 && list[2].a == 5 && pass(give(-2)) > 9);
    union either *p = &list[2];
    p->b = -9;
    assert(list[2].a == -9 && p->c == -9 && give(3).b == 3);
    return 0;
}
