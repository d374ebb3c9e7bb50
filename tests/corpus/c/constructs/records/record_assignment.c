// expect: safe
// Structures are assigned, passed and returned by value, with all of their parts, from and to any place.
#include <assert.h>

struct inner { int a[2]; char c; };
struct outer { short s; struct inner i, j[2]; struct outer *next; int *to; };

int x = 5;
struct outer g = { 1, { { 2, 3 }, 4 }, { { { 5, 6 }, 7 }, { { 8, 9 }, 10 } }, &g, &x }, h, list[3];
struct inner pairs[2][2] = { { { { 1, 2 }, 3 }, { { 4, 5 }, 6 } }, { { { 7, 8 }, 9 } } };

int sum(struct outer s)
{
    int n = s.s + 2 * s.i.a[0] + 3 * s.i.a[1] + 4 * s.i.c + 5 * s.j[0].a[0] + 6 * s.j[0].a[1] + 7 * s.j[0].c;
    return n + 8 * s.j[1].a[0] + 9 * s.j[1].a[1] + 10 * s.j[1].c + (s.to ? *s.to : 0);
}
struct outer changed(struct outer s) { s.i.a[1] = 30; s.j[1].c = 11; s.to = &s.next->i.a[0]; return s; }
struct inner part(struct outer *p, int k) { if (k < 0) return p->i; return p->j[k]; }
void put(struct inner *to, struct inner from) { *to = from; from.c = 99; }
struct inner early(int k)
{
    if (k)
        return (struct inner){ .c = k };
    struct inner r = pairs[0][1];
    r.a[0]++;
    return r;
}

int main(void)
{
    struct outer l = g, m;
    int i = 1;
    assert(sum(g) == 390 && sum(l) == 390 && sum(h) == 0 && l.next == &g);
    m = h = l;
    l.i.c = 0;
    l.j[i].a[i] = 0;
    assert(sum(m) == 390 && sum(h) == 390 && sum(l) == 293 && sum(g) == 390);
    list[i] = g;
    list[i + 1] = list[i];
    list[i].s = 100;
    list[0] = *(&list[i]);
    assert(sum(list[1]) == 489 && sum(list[2]) == 390 && sum(list[0]) == 489);
    m = changed(g);
    assert(m.i.a[1] == 30 && m.j[1].c == 11 && m.to == &g.i.a[0] && g.i.a[1] == 3 && g.j[1].c == 10 && g.to == &x);
    assert(changed(h).j[1].c == 11 && changed(h).j[0].c == 7 && changed(changed(g)).s == 1 && sum(changed(g)) == 478);
    l.j[0] = g.j[1];
    l.i = l.j[0];
    g.next->j[i] = g.i;
    assert(l.j[0].a[0] == 8 && l.j[0].c == 10 && l.i.a[1] == 9 && g.j[1].a[0] == 2 && g.j[1].c == 4 && g.j[0].c == 7);
    pairs[1][1] = pairs[0][i];
    pairs[i][0] = pairs[i - 1][i - 1];
    assert(pairs[1][1].a[1] == 5 && pairs[1][1].c == 6 && pairs[1][0].a[0] == 1 && pairs[1][0].c == 3);
    assert(part(&l, -1).c == 10 && part(&g, 0).c == 7 && part(g.next, i).a[1] == 3);
    put(&pairs[0][0], pairs[1][1]);
    assert(pairs[0][0].a[0] == 4 && pairs[0][0].c == 6 && pairs[1][1].c == 6);
    assert(early(0).a[0] == 5 && early(0).c == 6 && early(7).c == 7 && early(7).a[0] == 0 && pairs[0][1].a[0] == 4);
    l.i.a[0] = (m = h).i.a[1] + (h.i = l.j[0], h.i).c;
    assert(l.i.a[0] == 13 && m.i.c == 4 && h.i.c == 10);
    return 0;
}
