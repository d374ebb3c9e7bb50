// expect: safe
// Arguments are converted to their parameters, which are variables of each call; results are converted too.
#include <assert.h>

struct pair {
    int first, second;
};
struct table {
    char name;
    int values[2];
};
int calls;

int place(int a, int b, int c, int d, int e, int f, int g, int h, int i)
{
    return a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * f + 64 * g + 128 * h + 256 * i;
}
int narrow(signed char c, unsigned char u, _Bool b, unsigned n) { return c * 1000 + u + b * 100000 + (n > 5); }
unsigned char cut(int n) { return n; }
_Bool truth(int n) { return n; }
long widen(int n) { return n; }
int down(int n)
{
    calls++;
    while (n > 3)
        n--;
    return n;
}
struct pair swapped(struct pair p)
{
    int saved = p.first;
    p.first = p.second;
    p.second = saved;
    return p;
}
struct table filled(struct table t, int n)
{
    t.values[n] = n + 5;
    return t;
}
int early(int n)
{
    if (n < 0)
        return -1;
    if (n == 0)
        return 0;
    return 1;
}
void nothing(int *p)
{
    if (*p)
        return;
    *p = 1;
}
int old_style(a, b) int a; char b; { return a * b; }

int main(void)
{
    int x = 7, y = 0;
    assert(place(1, 0, 1, 1, 0, 0, 1, 0, 1) == 1 + 4 + 8 + 64 + 256 && place(x, 0, 0, 0, 0, 0, 0, 0, x) == 7 + 1792);
    assert(narrow(200, 300, 256, -1) == -56 * 1000 + 44 + 100000 + 1 && narrow(x, -1, 0, x - 7) == 7000 + 255);
    assert(cut(511) == 255 && truth(256) == 1 && truth(y) == 0 && widen(-5) == -5L && widen(-x) < 0);
    assert(down(x) == 3 && x == 7 && down(down(2)) == 2 && calls == 3);
    struct pair p = {1, 2}, q;
    q = swapped(p);
    assert(q.first == 2 && q.second == 1 && p.first == 1 && p.second == 2);
    p = swapped(p);
    assert(p.first == 2 && p.second == 1 && swapped(swapped(p)).first == 2 && swapped((struct pair){3, 4}).second == 3);
    struct table t = {'t', {1, 2}};
    assert(filled(t, 1).values[1] == 6 && t.values[1] == 2 && filled(t, 0).values[1] == 2 && filled(t, y).name == 't');
    assert(filled(t, 1).values[x - 6] == 6 && filled(filled(t, 0), 1).values[y] == 5);
    assert(early(-4) == -1 && early(y) == 0 && early(x) == 1);
    nothing(&y);
    assert(y == 1);
    y = 2;
    nothing(&y);
    assert(y == 2 && old_style(x, 3) == 21 && old_style(1, 300) == 44);
    return 0;
}
