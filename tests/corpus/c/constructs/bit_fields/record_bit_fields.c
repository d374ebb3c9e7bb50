// expect: safe
// Bit-fields of one unit keep their values when others are written, wrap at their width, and have their own sign.
#include <assert.h>

enum color { red, green, blue = 6 };
enum depth { below = -2, above };
struct bits {
    unsigned a : 3;
    int i : 5;
    enum color e : 3;
    enum depth n : 2;
    unsigned f : 17;
    unsigned w : 32;
    long l : 33;
    long m : 20;
    unsigned long u : 40;
    long : 0;
    _Bool b : 1;
};
struct bytes { unsigned char low : 4, high : 4; signed char c : 7; unsigned short h : 16; };

struct bits g, list[3];
struct bytes t = { 3, 9, -64, 65535 };

void change(struct bits *p)
{
    p->a += 3;
    p->i -= 20;
    p->l = -5;
    p->u--;
    p->b = 2;
}

int main(void)
{
    struct bits s = { 0 };
    g.a = 5;
    g.i = -3;
    g.e = blue;
    g.n = below;
    g.f = 100000;
    g.w = 4000000000;
    g.l = -4294967296;
    g.m = 524287;
    g.u = 1099511627775;
    g.b = 4;
    assert(g.a == 5 && g.i == -3 && g.e == 6 && g.n == -2 && g.f == 100000 && g.w == 4000000000);
    assert(g.l == -4294967296 && g.m == 524287 && g.u == 1099511627775 && g.b == 1);
    g.i = 12;
    g.f = 0;
    assert(g.a == 5 && g.i == 12 && g.e == 6 && g.n == -2 && g.f == 0 && g.w == 4000000000);
    g.e = red;
    g.a = 2;
    g.l = 1;
    assert(g.a == 2 && g.i == 12 && g.e == 0 && g.n == -2 && g.f == 0 && g.l == 1 && g.m == 524287);

    assert((s.a = 9) == 1 && (s.i = 16) == -16 && (s.i = 31) == -1 && (s.n = 1) == 1 && (s.n = 2) == -2 && (s.m = 524288) < 0);
    assert(s.a == 1 && s.i == -1 && s.n == -2 && s.m == -524288 && s.l == 0 && s.e == 0 && s.f == 0);
    s.a = 4;
    assert((s.a += 6) == 2 && s.a++ == 2 && ++s.a == 4 && s.a-- == 4 && --s.a == 2 && (s.a -= 3) == 7 && ++s.a == 0);
    assert((s.a |= 5) == 5 && (s.a ^= 3) == 6 && (s.a &= 3) == 2 && (s.a <<= 2) == 0 && (s.a = -2) == 6 && (s.a >>= 1) == 3);
    s.i = -7;
    assert((s.i /= 2) == -3 && (s.i >>= 1) == -2 && (s.i *= 9) == 14 && (s.i %= 5) == 4 && (s.i -= 21) == 15 && s.i++ == 15);
    assert(s.i == -16 && s.a == 3 && s.n == -2);
    s.w = -1;
    s.b = 0;
    assert(s.w == 4294967295 && s.w + 1 == 0 && s.w > 5 && -s.w == 1 && s.b-- == 0 && s.b == 1 && s.l == 0);

    // Narrower than `int`, they are one.
    s.a = 1;
    assert(s.a - 5 < 0 && s.a > -1 && ~s.a == -2 && -s.a == -1 && s.a << 31 >> 31 == -1 && s.e - 1 < 0 && s.f - 1 < 0);
    assert((s.a ? s.a : s.f) - 2 < 0 && s.m + 524287 == -1 && sizeof(s.a + 0) == 4);

    for (int i = 0; i < 3; i++) {
        list[i].a = i + 6;
        list[i].i = -i;
        list[i].f += i;
    }
    assert(list[0].a == 6 && list[1].a == 7 && list[2].a == 0 && list[1].i == -1 && list[2].i == -2 && list[2].f == 2);
    change(&list[1]);
    change(&s);
    assert(list[1].a == 2 && list[1].i == 11 && list[1].l == -5 && list[1].u == 1099511627775 && list[1].f == 1 && list[1].b);
    assert(list[0].a == 6 && list[2].a == 0 && s.a == 4 && s.i == -4 && s.l == -5 && s.m == -524288);

    assert(t.low == 3 && t.high == 9 && t.c == -64 && t.h == 65535 && sizeof t == 4 && sizeof s == 32);
    t.low = 20;
    t.c--;
    t.h++;
    assert(t.low == 4 && t.high == 9 && t.c == 63 && t.h == 0);
    return 0;
}
