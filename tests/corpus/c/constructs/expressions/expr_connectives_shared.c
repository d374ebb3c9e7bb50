// expect: safe
// `&&` and `||` with shared operands or effects: what is to the right happens only if it must.
#include <assert.h>

int two = 2, zero, n, calls;
long high = 4294967296;

int give(int v) { calls++; return v; }

int main(void)
{
    int l = 3, none = 0, r;
    r = two && zero;
    assert(r == 0);
    r = two && n == 0;
    assert(r == 1);
    r = zero || two;
    assert(r == 1);
    r = zero || n;
    assert(r == 0);
    r = high && two && l;
    assert(r == 1);
    r = zero || none || high;
    assert(r == 1);
    r = two && zero || l;
    assert(r == 1);
    r = two && (zero || none);
    assert(r == 0);

    r = give(0) && give(1);
    assert(r == 0 && calls == 1);
    r = give(2) && give(3);
    assert(r == 1 && calls == 3);
    r = give(2) && give(0) && give(1);
    assert(r == 0 && calls == 5);
    r = give(0) || give(4);
    assert(r == 1 && calls == 7);
    r = give(5) || give(1);
    assert(r == 1 && calls == 8);
    r = give(0) || give(0) || give(0);
    assert(r == 0 && calls == 11);
    r = !(give(1) && give(0)) + 2 * !(give(0) || give(5));
    assert(r == 1 && calls == 15);

    calls = 0;
    give(1) && give(0);
    assert(calls == 2);
    give(0) && give(1);
    assert(calls == 3);
    give(0) || give(1);
    assert(calls == 5);
    give(1) || give(1);
    assert(calls == 6);
    (void)(give(0) || give(0) && give(1));
    assert(calls == 8);
    none && l++;
    l && none++;
    l || none++;
    assert(l == 3 && none == 1);
    none = 0;

    n = 0;
    if (two && give(1)) n += 1;
    if (zero && give(1)) n += 2;
    if (zero || give(2)) n += 4;
    if (two || give(1)) n += 8;
    if (!(two && give(0))) n += 16;
    if (!(zero || give(1))) n += 32;
    if (give(0), two) n += 64;
    if (give(1), zero) n += 128;
    assert(n == 93 && calls == 14);
    if (n = 5) r = n;
    assert(r == 5);
    while (n-- && l < 5) l++;
    assert(n == 2 && l == 5);
    while (!(l-- <= 2 || zero)) n++;
    assert(n == 5 && l == 1);
    for (n = 0; n++, n < 4 && !zero;) l++;
    assert(n == 4 && l == 4);
    do zero++; while (zero < 3 && two);
    assert(zero == 3);
    return 0;
}
