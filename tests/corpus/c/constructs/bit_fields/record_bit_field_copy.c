// expect: safe
// Structures with bit-fields are copied as a whole, each unit once and all of them, wherever they are.
#include <assert.h>
#include <pthread.h>

struct bits {
    unsigned a : 3;
    int b : 5;
    int n;
    unsigned c : 30, d : 30;
    double skipped;
    unsigned e : 4;
    pthread_t handle;
    int last;
};
struct nest { char first; struct bits in; short second; };

struct bits g = { 1, -2, 3, 4, 5, .e = 6, .last = 7 }, h, list[3];

int sum(struct bits s) { return s.a + 10 * -s.b + 100 * s.n + 1000 * s.c + 10000 * s.d + 100000 * s.e + 1000000 * s.last; }
struct bits changed(struct bits s) { s.b = -9; s.d = 8; s.last = 4; return s; }

int main(void)
{
    struct bits l = g, *p = &list[1];
    assert(sum(g) == 7654321 && sum(l) == 7654321 && sum(h) == 0);
    h = l;
    l.a = 7;
    l.d = 0;
    assert(sum(h) == 7654321 && sum(g) == 7654321 && l.b == -2 && l.c == 4 && l.e == 6);
    *p = h;
    int i = 2;
    list[i] = *p;
    list[i].c = 9;
    list[0] = list[i];
    assert(sum(list[1]) == 7654321 && sum(list[2]) == 7659321 && sum(list[0]) == 7659321 && sum(*p) == 7654321);
    list[i - 2] = changed(list[i - 1]);
    assert(sum(list[0]) == 4684391 && sum(list[1]) == 7654321 && changed(h).last == 4 && changed(h).e == 6);
    struct nest n = { 1, g, 2 }, m = n, *q = &m;
    n.in.a = 2;
    assert(sum(m.in) == 7654321 && m.first == 1 && m.second == 2 && sum(n.in) == 7654322);
    q->in = list[2];
    h = q->in;
    assert(sum(h) == 7659321 && q->first == 1 && q->second == 2 && (h = g).e == 6 && sum(h) == 7654321);
    return 0;
}
