// expect: safe
// `&&` and `||` of operands that only look at local variables are one expression, as a value and as a condition.
#include <assert.h>
#include <stddef.h>

struct pair { int x, y; };

int nothing(void) { return 0; }

int digits(const int two, const int zero)
{
    int r = two && zero;
    r = r * 10 + (two || zero);
    return r * 10 + (two && !zero && two > 1);
}

int main(void)
{
    int two = 2, zero = 0, minus = -4, r = 9;
    long high = 4294967296;
    _Bool yes = 1, no = 0;
    char c = 'c';
    r = two && minus;
    assert(r == 1);
    r = two && zero;
    assert(r == 0);
    r = zero && two;
    assert(r == 0);
    r = zero && zero;
    assert(r == 0);
    r = two || minus;
    assert(r == 1);
    r = two || zero;
    assert(r == 1);
    r = zero || two;
    assert(r == 1);
    r = zero || zero;
    assert(r == 0);
    r = two && minus && c;
    assert(r == 1);
    r = two && c && zero;
    assert(r == 0);
    r = zero || no || c;
    assert(r == 1);
    r = zero || no || !c;
    assert(r == 0);
    r = two && zero || c;
    assert(r == 1);
    r = two && (zero || no);
    assert(r == 0);
    r = zero || two && no || c && yes;
    assert(r == 1);
    r = (two && c) + (two || c) + !(zero || no) * 5;
    assert(r == 7);
    r = -(two && high) - 3;
    assert(r == -4);
    assert(digits(2, 0) == 11 && digits(2, 3) == 110 && digits(0, 0) == 0 && digits(0, 4) == 10 && digits(1, 0) == 10);

    // A number counts as a whole, also when its lower half is zero.
    r = high && two;
    assert(r == 1);
    r = high || zero;
    assert(r == 1);
    r = 256 && (_Bool)256 && (char)257;
    assert(r == 1);
    r = (int)high || (char)256;
    assert(r == 0);
    r = two && "text" && sizeof two && nothing && offsetof(struct pair, y) && ~zero && -two && +c;
    assert(r == 1);
    r = zero || offsetof(struct pair, x) || two - 2 || !two || (two > 3) || (two == 3 ? two : zero);
    assert(r == 0);
    r = two && (zero ? minus : c) && (two > 1 ? two : zero);
    assert(r == 1);

    r = 0;
    if (two && minus) r += 1;
    if (two && zero) r += 2;
    if (zero || minus) r += 4;
    if (zero || no) r += 8;
    if (!(two && zero)) r += 16;
    if (!(zero || no)) r += 32;
    if (!(two && minus) || !(zero || c)) r += 64;
    while (r && r < 200) r += 100;
    assert(r == 253);
    return 0;
}
