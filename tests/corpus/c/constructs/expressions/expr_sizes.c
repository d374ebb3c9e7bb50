// expect: safe
// Sizes of types and of expressions, which are not evaluated, and offsets of members.
#include <assert.h>
#include <stddef.h>

struct inner { short e; char f; };
struct outer { char a; int b; char c[3]; long d; struct inner g[2]; int *p; struct { char x, y; }; };
union either { char a[5]; int b; };
enum color { red };
typedef int row[3];

struct outer s, *q = &s;
char text[10];
int table[2][3], (*rows)[3] = table;
_Bool b = 1;
char c = 1;
short h = 1;
unsigned u;
long l;
int calls;

struct inner make(void) { struct inner i = { 1, 2 }; calls++; return i; }
short narrow(void) { calls++; return 1; }
int length(void) { return sizeof __func__; }

int main(void)
{
    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8);
    assert(sizeof(_Bool) == 1 && sizeof(enum color) == 4 && sizeof(int *) == 8 && sizeof(void *) == 8 && sizeof(row) == 12);
    assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 16 && sizeof(int[5]) == 20);
    assert(sizeof(struct inner) == 4 && sizeof(struct outer) == 48 && sizeof(union either) == 8 && sizeof(char (*)[7]) == 8);
    assert(sizeof s == 48 && sizeof q == 8 && sizeof *q == 48 && sizeof s.c == 3 && sizeof q->g == 8 && sizeof q->g[1] == 4);
    assert(sizeof s.g[1].e == 2 && sizeof q->y == 1 && sizeof s.p == 8 && sizeof *s.p == 4 && sizeof &s.b == 8);
    assert(sizeof text == 10 && sizeof &text == 8 && sizeof &text[1] == 8 && sizeof text[1] == 1 && sizeof (text + 1) == 8);
    assert(sizeof table == 24 && sizeof table[0] == 12 && sizeof *table == 12 && sizeof **table == 4 && sizeof *rows == 12);
    assert(sizeof "abc" == 4 && sizeof "" == 1 && sizeof "a\0b" == 4 && length() == 7 && sizeof *"abc" == 1);

    assert(sizeof b == 1 && sizeof c == 1 && sizeof h == 2 && sizeof -b == 4 && sizeof +c == 4 && sizeof ~h == 4);
    assert(sizeof !l == 4 && sizeof -l == 8 && sizeof (c + c) == 4 && sizeof (c + l) == 8 && sizeof (l + c) == 8);
    assert(sizeof (h << l) == 4 && sizeof (l << h) == 8 && sizeof (l < l) == 4 && sizeof (l == l) == 4 && sizeof (l && l) == 4);
    assert(sizeof (l || l) == 4 && sizeof (q - q) == 8 && sizeof (q + 1) == 8 && sizeof (1 + text) == 8 && sizeof (q == q) == 4);
    assert(sizeof (c ? c : h) == 4 && sizeof (c ? 1 : l) == 8 && sizeof (c ?: l) == 8 && sizeof *(c ? q : 0) == 48);
    assert(sizeof *(c ? 0 : q) == 48 && sizeof (c = l) == 1 && sizeof (h += 5) == 2 && sizeof (l, c) == 1 && sizeof h++ == 2);
    assert(sizeof --l == 8 && sizeof((short)l) == 2 && sizeof((long)c) == 8 && sizeof narrow() == 2 && sizeof make() == 4);
    assert(sizeof make().f == 1 && sizeof sizeof c == 8 && sizeof offsetof(struct outer, b) == 8 && sizeof (u * 1) == 4);
    assert((sizeof (struct inner){ 1 } == 4 && sizeof (char[]){ 1, 2, 3 } == 3 && sizeof (int[]){ [4] = 1 } == 20));
    assert(sizeof(int) - 5 > 0 && (sizeof c)-2 > 0 && sizeof c + 1 == 2 && sizeof(c) + 1 == 2);
    assert(sizeof(c++) == 1 && sizeof(calls = 7) == 4 && c == 1 && h == 1 && l == 0 && calls == 0);

    assert(offsetof(struct outer, a) == 0 && offsetof(struct outer, b) == 4 && offsetof(struct outer, c) == 8);
    assert(offsetof(struct outer, d) == 16 && offsetof(struct outer, g) == 24 && offsetof(struct outer, p) == 32);
    assert(offsetof(struct outer, y) == 41 && offsetof(struct inner, f) == 2 && offsetof(union either, b) == 0);
    assert(_Alignof(char) == 1 && _Alignof(short) == 2 && _Alignof(long) == 8 && _Alignof(struct inner) == 2);

    __typeof__(c + 0) wide = 300;
    __typeof__(c) slim = 300;
    __typeof__(q->g[0]) copy = { 5, 6 };
    __auto_type same = h;
    __auto_type longer = h + 1L;
    assert(wide == 300 && slim == 44 && copy.f == 6 && sizeof same == 2 && sizeof longer == 8 && sizeof copy == 4);
    return 0;
}
