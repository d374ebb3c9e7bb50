// expect: safe
// `?:` with and without its second operand, as one expression over local variables and as two ways, with values and none.
#include <assert.h>

int two = 2, zero, n, x = 30, y = 40;
unsigned u = 7;

int give(int v) { n++; return v; }
void up(void) { n += 10; }
void down(void) { n -= 10; }

int main(void)
{
    int l = 2, none = 0, a = 3, b = 4, r;
    unsigned v = 7;
    char c = -3;
    int *p = &x, *q = 0;
    assert((l ? a : b) == 3 && (none ? a : b) == 4 && (two ? x : y) == 30 && (zero ? x : y) == 40);
    assert((l ? none ? 1 : a ? 2 : 3 : 4) == 2 && (none ? 1 : none ? 2 : 3) == 3 && (zero ? 1 : two ? 2 : 3) == 2);
    assert((l > 1 ? l < 2 ? 5 : 6 : 7) == 6 && (two > 1 ? two < 2 ? 5 : 6 : 7) == 6 && -(l ? a : b) + 1 == -2);

    // Both ways give the common type.
    assert((l ? -1 : v) > 0 && (none ? v : -1) > 0 && (two ? -1 : u) > 0 && (zero ? u : -1) > 0);
    assert((long)(l ? -1 : v) == 4294967295 && (long)(two ? -1 : u) == 4294967295 && (l ? -1 : 5L) == -1);
    assert((long)(two ? -1 : 5L) == -1 && (l ? c : c) - 253 < 0 && (two ? c : c) * 100 == -300);
    assert((long)(-1 ?: v) == 4294967295 && (long)(c ?: u) == 4294967293 && (c ?: 5L) == -3);

    assert((l ?: 9) == 2 && (none ?: 9) == 9 && (two ?: 9) == 2 && (zero ?: 9) == 9 && (zero ?: none ?: 8) == 8);
    assert((l++ ?: 9) == 2 && l == 3 && (none++ ?: 9) == 9 && none == 1 && (give(5) ?: give(6)) == 5 && n == 1);
    assert((give(0) ?: give(6)) == 6 && n == 3 && (q ?: p) == &x && *(p ?: &y) == 30);
    none = 0;

    n = 0;
    assert((two ? give(1) : give(2)) == 1 && n == 1 && (zero ? give(1) : give(2)) == 2 && n == 2);
    assert((l ? give(1) : 0) == 1 && n == 3 && (none ? give(1) : 0) == 0 && n == 3 && (give(0) ? x++ : y++) == 40);
    assert(n == 4 && x == 30 && y == 41 && (l ? x++ : y++) == 30 && x == 31 && y == 41);
    r = two ? n = 6, x : y;
    assert(r == 31 && n == 6);

    n = 0;
    two ? up() : down();
    assert(n == 10);
    zero ? up() : down();
    assert(n == 0);
    l ? up() : down();
    assert(n == 10);
    zero ? (void)0 : up();
    assert(n == 20);
    two ? (void)(n = 1) : (n = 2);
    assert(n == 1);
    zero ? (void)(n = 3) : (n = 4);
    assert(n == 4);
    two ? (n = 5) : (void)(n = 6);
    assert(n == 5);
    zero ? (n = 7) : (void)(n = 8);
    assert(n == 8);
    l ? (void)0 : none;
    none ? l++ : a++;
    assert(l == 3 && a == 4);

    assert(*(l ? p : &y) == 31 && *(none ? p : &y) == 41 && *(two ? p : &y) == 31 && *(zero ? p : &y) == 41);
    assert((l ? 0 : p) == 0 && (none ? 0 : p) == &x && *(two ? p : 0) == 31 && *(zero ? (void *)0 : p) == 31);
    *(zero ? p : &y) = 50;
    (two ? p : &y)[0] += 2;
    assert(y == 50 && x == 33);
    return 0;
}
