// expect: safe
// Members of structures and unions without a name count as parts, bit-fields without a name do not.
#include <assert.h>

struct bits { unsigned a : 3; int : 2; int b : 5; unsigned : 0; unsigned c : 7; int : 4; };
struct mixed { int x; struct { int y, z; }; union { int v; unsigned w; }; int t; };
struct gap { int a; int : 3; int : 0; int b; };
union either { int a[2]; int b; };
struct inside { int n; union either u; int m; };

struct bits s = { 5, -3, 100 }, named = { .c = 3, .a = 1 };
struct mixed flat = { 1, 2, 3, 4, 5 }, full = { 1, { 2, 3 }, { 4 }, 5 }, other = { .x = 1, { 2 }, { .w = 4 }, .t = 6 };
struct gap gaps[] = { 1, 2, { 3 }, 4, 5 };
union either first = { 6, 7 }, second = { .b = 8 }, both[2] = { { { 1, 2 } }, 3, 4 };
struct inside outer = { 1, 2, 3, 4 }, braces = { 5, { 6 }, 7 };

int main(void)
{
    struct bits ls = { 5, -3, 100 };
    struct mixed lflat = { 1, 2, 3, 4, 5 }, lfull = { 1, { 2, 3 }, { 4 }, 5 };
    struct gap lgaps[] = { 1, 2, { 3 }, 4, 5 };
    union either lfirst = { 6, 7 };
    struct inside louter = { 1, 2, 3, 4 }, lbraces = { 5, { 6 }, 7 };
    assert(s.a == 5 && s.b == -3 && s.c == 100 && ls.a == 5 && ls.b == -3 && ls.c == 100);
    assert(named.a == 1 && named.b == 0 && named.c == 3);
    assert(flat.x == 1 && flat.y == 2 && flat.z == 3 && flat.v == 4 && flat.t == 5);
    assert(full.x == 1 && full.y == 2 && full.z == 3 && full.v == 4 && full.t == 5);
    assert(other.x == 1 && other.y == 2 && other.z == 0 && other.v == 4 && other.w == 4 && other.t == 6);
    assert(lflat.y == 2 && lflat.z == 3 && lflat.v == 4 && lflat.t == 5 && lfull.z == 3 && lfull.v == 4 && lfull.t == 5);
    assert(sizeof gaps == 36 && gaps[0].a == 1 && gaps[0].b == 2 && gaps[1].a == 3 && gaps[1].b == 0 && gaps[2].b == 5);
    assert(sizeof lgaps == 36 && lgaps[0].b == 2 && lgaps[1].a == 3 && lgaps[1].b == 0 && lgaps[2].a == 4);
    assert(first.a[0] == 6 && first.a[1] == 7 && second.b == 8 && both[0].a[1] == 2 && both[1].a[0] == 3 && both[1].a[1] == 4);
    assert(outer.n == 1 && outer.u.a[0] == 2 && outer.u.a[1] == 3 && outer.m == 4 && lfirst.a[1] == 7);
    assert(braces.u.a[0] == 6 && braces.u.a[1] == 0 && braces.m == 7 && louter.u.a[1] == 3 && louter.m == 4);
    assert(lbraces.n == 5 && lbraces.u.a[0] == 6 && lbraces.u.a[1] == 0 && lbraces.m == 7);
    return 0;
}
