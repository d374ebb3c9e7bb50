// expect: safe
// Where members are, and how large structures and unions are: alignment, bit-fields, packed ones, attributes.
#include <assert.h>
#include <stddef.h>

struct plain { char a; short b; char c; int d; char e; long f; char g; };
struct inner { char a; struct plain b; char c[3]; };
struct __attribute__((packed)) packed { char a; int b; short c; long d; };
struct holds { char a; struct packed b; };
struct aligned { char a; } __attribute__((aligned(8)));
struct member { char a; int b __attribute__((aligned(16))); char c; };
union sizes { char a[5]; int b; short c; };
union packs { char a[5]; struct packed b; };
struct units { unsigned a : 3, b : 29, c : 1; };
struct crossing { int a : 20; int b : 20; };
struct mixed { char a; int b : 20; int c : 20; };
struct small { unsigned char a : 7, b : 2; };
struct broken { int a : 3; int : 0; int b : 3; };
struct shorts { short a : 9; int b : 9; };
struct longs { char a; long b : 40; };
struct unnamed { char a; int : 5; };
struct flexible { int n; char more[]; };
struct arrays { char a[3]; short b[2][3]; int *c[2]; };
enum color { red };
struct others { _Bool a; enum color b; void *c; double d; _Bool e; };

struct packed p = { 1, -2, 3, -4 }, q;

int main(void)
{
    assert(offsetof(struct plain, b) == 2 && offsetof(struct plain, c) == 4 && offsetof(struct plain, d) == 8);
    assert(offsetof(struct plain, e) == 12 && offsetof(struct plain, f) == 16 && offsetof(struct plain, g) == 24);
    assert(sizeof(struct plain) == 32 && offsetof(struct inner, b) == 8 && offsetof(struct inner, c) == 40);
    assert(sizeof(struct inner) == 48 && offsetof(struct inner, b.d) == 16 && _Alignof(struct plain) == 8);
    assert(offsetof(struct packed, b) == 1 && offsetof(struct packed, c) == 5 && offsetof(struct packed, d) == 7);
    assert(sizeof(struct packed) == 15 && sizeof(struct holds) == 16 && _Alignof(struct packed) == 1);
    assert(sizeof(struct aligned) == 8 && sizeof(struct member) == 32 && offsetof(struct member, b) == 16);
    assert(offsetof(struct member, c) == 20 && sizeof(union sizes) == 8 && sizeof(union packs) == 15);
    assert(sizeof(struct units) == 8 && sizeof(struct crossing) == 8 && sizeof(struct mixed) == 8 && sizeof(struct small) == 2);
    assert(sizeof(struct broken) == 8 && sizeof(struct shorts) == 4 && sizeof(struct longs) == 8 && sizeof(struct unnamed) == 2);
    assert(sizeof(struct flexible) == 4 && sizeof(struct arrays) == 32 && offsetof(struct arrays, b) == 4);
    assert(offsetof(struct arrays, c) == 16 && sizeof(struct others) == 32 && offsetof(struct others, b) == 4);
    assert(offsetof(struct others, c) == 8 && offsetof(struct others, d) == 16 && offsetof(struct others, e) == 24);

    struct packed l = p;
    l.b++;
    q = l;
    assert(q.a == 1 && q.b == -1 && q.c == 3 && q.d == -4 && p.b == -2);
    struct plain s[2] = { { .g = 5 }, { .a = 6 } };
    assert((char *)&s[1].d - (char *)s == 40 && (char *)&s[1] - (char *)&s[0].g == 8 && &s[1] - s == 1 && s[0].g + s[1].a == 11);
    struct mixed m = { .b = 500000, .c = -500000 };
    assert(m.b == 500000 && m.c == -500000);
    struct longs w = { };
    w.b = -549755813888;
    assert(w.b == -549755813888);
    return 0;
}
