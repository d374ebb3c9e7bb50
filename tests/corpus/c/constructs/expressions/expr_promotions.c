// expect: safe
// Operands become `int` or the wider and less signed type of both before an operator sees them.
#include <assert.h>

enum color { red, green = 5 };
enum depth { below = -3, above };

_Bool b = 7;
signed char c = -56;
unsigned char uc = 200;
short s = -5;
unsigned short us = 65531;
unsigned u = 4294967295;
long l = -2;
unsigned long ul = 18446744073709551615ul;
enum color e = green;
enum depth d = below;

int main(void)
{
    _Bool lb = 7;
    signed char lc = -56;
    unsigned char luc = 200;
    short ls = -5;
    unsigned short lus = 65531;
    unsigned lu = 4294967295;
    long ll = -2;
    unsigned long lul = 18446744073709551615ul;
    enum color le = green;
    enum depth ld = below;
    int one = 1;
    assert(b == 1 && b + b == 2 && -b == -1 && ~b == -2 && b * 5 == 5 && b << 3 == 8 && !b == 0);
    assert(lb == 1 && lb + lb == 2 && -lb == -1 && ~lb == -2 && lb * 5 == 5 && lb << 3 == 8 && !lb == 0);
    assert(c + uc == 144 && uc + uc == 400 && uc * uc == 40000 && -uc == -200 && ~uc == -201 && uc << 1 == 400);
    assert(lc + luc == 144 && luc + luc == 400 && luc * luc == 40000 && -luc == -200 && ~luc == -201);
    assert(c < uc && c != 200 && uc - 201 < 0 && uc - 201 == -1 && c >> 1 == -28 && uc >> 1 == 100);
    assert(lc < luc && lc != 200 && luc - 201 < 0 && luc - 201 == -1 && lc >> 1 == -28 && luc >> 1 == 100);
    assert(s + us == 65526 && us - 65532 == -1 && us * us == -655335 && s != us && ~us == -65532 && -us == -65531);
    assert(ls + lus == 65526 && lus - 65532 == -1 && lus * lus == -655335 && ls != lus && ~lus == -65532);

    // Beside `unsigned` what is negative is large; in `long` there is room for both.
    assert(!(s < 5u) && s > 5u && -1 == u && s + u == 4294967290 && s / 2u == 2147483645 && (s | 0u) == 4294967291);
    assert(!(ls < 5u) && ls > 5u && -one == lu && ls + lu == 4294967290 && ls / 2u == 2147483645);
    assert(l < u && l + u == 4294967293 && l - u == -4294967297 && u * 2 == 4294967294 && u * 2L == 8589934590);
    assert(ll < lu && ll + lu == 4294967293 && ll - lu == -4294967297 && lu * 2 == 4294967294);
    assert(l > ul - 5 && ul == -1 && ul > l && ul + 1 == 0 && ul / 2 == 9223372036854775807 && ul + u == 4294967294);
    assert(ll > lul - 5 && lul == -1 && lul > ll && lul + 1 == 0 && lul / 2 == 9223372036854775807);
    assert(u + 1 == 0 && u + 1L == 4294967296 && -u == 1 && ~u == 0 && !u == 0 && u >> 31 == 1 && l >> 1 == -1);
    assert(lu + 1 == 0 && lu + 1L == 4294967296 && -lu == 1 && ~lu == 0 && lu >> 31 == 1 && ll >> 1 == -1);

    // Enumerations without negative constants are unsigned.
    assert(e - 6 > 0 && d - 6 == -9 && e + d == 2 && d < 0 && red - 1 < 0 && green - 6 < 0 && above == -2);
    assert(le - 6 > 0 && ld - 6 == -9 && le + ld == 2 && ld < 0 && le > ld - 5 == 0 && ld + 0u > 5);

    // The left operand alone decides what a shift gives.
    assert(1 << l + 4 == 4 && (one << (ll + 4)) == 4 && (s >> 1ul) == -3 && (ls >> 1ul) == -3 && u << 31L == 2147483648);
    assert((uc << 24) < 0 && (luc << 24 >> 24) == -56 && (1L << 40) == 1099511627776 && (1ul << 63 >> 63) == 1);
    assert((one << 31) < 0 && (1u << 31) > 0 && (lb << 31) < 0 && (c << 1u) == -112 && (lc << 1ul) == -112);
    return 0;
}
