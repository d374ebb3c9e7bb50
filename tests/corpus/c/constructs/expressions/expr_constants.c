// expect: safe
// What constants are worth and which types they have.
#include <assert.h>

enum numbers { none, one, seven = 7, eight, minus = -4, minus_three, same = seven, sum = seven * 2 + one, big = 1 << 20 };
enum letters { a = 'a', b, shifted = a << 1, chosen = sizeof(int) == 4 ? 11 : 12, both = 2 && 3, either = 0 || 0 };

int main(void)
{
    assert(010 == 8 && 0777 == 511 && 0x1F == 31 && 0XaB == 171 && 0b101 == 5 && 0B11 == 3 && 0 == 00 && 07L == 7);
    assert(1u - 2 > 0 && 1U - 2 > 0 && 1 - 2 < 0 && 1L - 2 < 0 && 1ll - 2 < 0 && 1ul - 2 > 0 && 1LU - 2 > 0);
    assert(1ULL - 2 > 0 && 1llu - 2 > 0 && 1Ul - 2 > 0 && 10u - 11 == 4294967295 && 10ul - 11 == 18446744073709551615ul);
    assert(sizeof 1 == 4 && sizeof 1u == 4 && sizeof 1L == 8 && sizeof 1LL == 8 && sizeof 1ul == 8 && sizeof 1ull == 8);

    // The first type that has room: decimal numbers stay signed, others may become unsigned.
    assert(sizeof 2147483647 == 4 && sizeof 2147483648 == 8 && sizeof 0x7fffffff == 4 && sizeof 0xffffffff == 4);
    assert(sizeof 0x100000000 == 8 && sizeof 4294967295u == 4 && sizeof 4294967296u == 8 && sizeof 037777777777 == 4);
    assert(sizeof 040000000000 == 8 && -2147483648 < 0 && -0x80000000 > 0 && -1 < 0x7fffffff && !(-1 < 0x80000000));
    assert(-1 < 2147483648 && -1 < 4294967295 && -1 < 0x7fffffffffffffff && !(-1 < 0x8000000000000000));
    assert(0xffffffffffffffff > 0 && 9223372036854775807 + 1ul == 9223372036854775808ul && 01777777777777777777777 > 0);

    assert('a' == 97 && 'A' == 65 && '0' == 48 && ' ' == 32 && '~' == 126 && sizeof 'a' == 4 && '"' == 34);
    assert('\n' == 10 && '\t' == 9 && '\r' == 13 && '\a' == 7 && '\b' == 8 && '\f' == 12 && '\v' == 11 && '\e' == 27);
    assert('\\' == 92 && '\'' == 39 && '\"' == 34 && '\?' == 63 && '\0' == 0 && '\7' == 7 && '\12' == 10 && '\101' == 65);
    assert('\x41' == 65 && '\x7f' == 127 && '\x7F' == 127 && '\x80' == -128 && '\377' == -1 && '\xff' == -1);
    assert('ab' == 24930 && 'abc' == 6382179 && 'a\1' == 24833 && L'a' == 97 && L'\xff' == 255 && L'\377' == 255);

    assert(none == 0 && one == 1 && seven == 7 && eight == 8 && minus == -4 && minus_three == -3 && same == 7 && sum == 15);
    assert(big == 1048576 && a == 97 && b == 98 && shifted == 194 && chosen == 11 && both == 1 && either == 0);
    assert(sizeof one == 4 && one - 2 < 0 && sizeof(enum numbers) == 4 && sizeof(enum letters) == 4);
    {
        enum { one = 5, two = one + 1 };
        int seven = 3;
        assert(one == 5 && two == 6 && seven == 3);
    }
    assert(one == 1 && seven == 7);
    return 0;
}
