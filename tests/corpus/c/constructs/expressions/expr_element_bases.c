// expect: safe
// What an index or a member may stand after: variables, parameters, pointers, calls, assignments, literals, choices.
#include <assert.h>

struct pair { int x, y[2]; struct pair *next; };

int a[4] = { 1, 2, 3, 4 }, b[3] = { 10, 20, 30 };
int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
struct pair s = { 1, { 2, 3 } }, t = { 4, { 5, 6 }, &s };
struct pair many[2] = { { 7, { 8, 9 } }, { 10, { 11, 12 }, &t } };
int *shared = b;

int *where(int k) { return k ? a : b; }
struct pair make(int k) { struct pair r = { k, { k + 1, k + 2 }, &t }; return r; }
struct pair *find(int k) { return &many[k]; }
int sum(int *p, int n) { return p[0] * 100 + p[1] * 10 + p[n] + 2[p]; }
int inner(int p[][3], int i) { return p[i][1] * 10 + p[0][2]; }
int of(struct pair *p) { return p->x * 100 + p->y[1] * 10 + (*p).y[0]; }

int main(void)
{
    int i = 1, l[3] = { 7, 8, 9 };
    int *p = a, *const fixed = &a[1];
    struct pair u = { 3, { 4, 5 }, many };
    const struct pair *q = &u;
    assert(a[i] == 2 && i[a] == 2 && 2[a] == 3 && l[i] == 8 && i[l] == 8 && m[i][2] == 6 && m[1][i] == 5);
    assert(p[i] == 2 && fixed[i] == 3 && fixed[-1] == 1 && shared[i] == 20 && shared[2] == 30 && 1[shared] == 20);
    assert(where(1)[i] == 2 && where(0)[2] == 30 && *where(1) == 1 && (p + 1)[1] == 3 && (&a[2])[-1] == 2 && (&i)[0] == 1);
    assert((p = b)[1] == 20 && p++[0] == 10 && (++p)[-2] == 10 && p[0] == 30 && (p - 1)[i] == 30 && (p -= 2)[2] == 30);
    assert((i ? a : b)[1] == 2 && (i - 1 ? a : b)[1] == 20 && (i, a)[3] == 4 && ({ b; })[2] == 30 && ((int *)a)[3] == 4);
    assert(((int[3]){ 5, 6, 7 })[i] == 6 && (*m)[1] == 2 && (*(m + 1))[2] == 6 && m[1][-0] == 4 && (m + 1)[0][0] == 4);
    assert(sum(a, 3) == 127 && sum(l, 1) == 797 && sum(where(0), 2) == 1260 && sum(m[1], 0) == 460 && inner(m, i) == 53);

    assert(s.x == 1 && s.y[i] == 3 && t.next->x == 1 && (*t.next).y[1] == 3 && (&s)->y[0] == 2 && (&t)->next->y[i] == 3);
    assert(u.next[1].x == 10 && u.next[i].y[i] == 12 && u.next->y[0] == 8 && u.next[i].next->next->y[1] == 3);
    assert(many[i].y[1] == 12 && many[i].next->x == 4 && many->x == 7 && (many + 1)->y[0] == 11 && (*(many + i)).x == 10);
    assert(q->x == 3 && (*q).y[i] == 5 && q->next->x == 7 && of(&s) == 132 && of(many) == 798 && of(u.next + 1) == 1131);
    assert(make(4).x == 4 && make(5).y[1] == 7 && make(5).y[i] == 7 && make(6).next->y[0] == 5 && find(1)->x == 10);
    assert((s = t).y[1] == 6 && s.x == 4 && (i, t).x == 4 && ({ u; }).y[0] == 4 && ((struct pair){ .x = 9 }).x == 9);
    assert(find(0)->y[1] == 9 && (*find(1)).y[1] == 12 && find(1)[-1].x == 7 && (&many[0])[1].y[0] == 11);

    where(1)[2] = 50;
    (i ? a : b)[3] = 60;
    2[b] = 70;
    find(1)->y[i] = 80;
    (*find(0)).x = 90;
    fixed[-1] = 100;
    assert(a[2] == 50 && a[3] == 60 && b[2] == 70 && many[1].y[1] == 80 && many[0].x == 90 && a[0] == 100 && a[1] == 2);
    return 0;
}
