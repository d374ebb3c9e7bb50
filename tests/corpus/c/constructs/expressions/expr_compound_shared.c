// expect: safe
// `op=` on shared variables: the operation in the common type, the result cut to the variable's own, as a value too.
#include <assert.h>

_Bool b;
signed char c;
unsigned char uc;
short s;
unsigned short us;
int i;
unsigned u;
long l;
unsigned long ul;

int main(void)
{
    c = 100;
    c += 100;
    assert(c == -56);
    c -= 100;
    assert(c == 100);
    uc = 3;
    uc -= 5;
    assert(uc == 254);
    s = 300;
    s *= 300;
    assert(s == 24464);
    i = -7;
    i /= 2;
    assert(i == -3);
    i %= 2;
    assert(i == -1);
    u = 5;
    u <<= 30;
    assert(u == 1073741824);
    u >>= 28;
    assert(u == 4);
    l = 12;
    l &= 10;
    assert(l == 8);
    l |= 3;
    assert(l == 11);
    l ^= 6;
    assert(l == 13);
    assert((c = 127) == 127 && (c += 2) == -127 && (c -= 130) == -1 && (c *= 5) == -5 && (c /= 2) == -2 && c == -2);
    assert((uc = 255) == 255 && (uc += 3) == 2 && (uc -= 3) == 255 && (uc *= 2) == 254 && (uc %= 100) == 54);
    assert((s = 32767) == 32767 && (s += 1) == -32768 && (s >>= 3) == -4096 && (s <<= 4) == 0 && (s |= 65535) == -1);
    assert((us = -1) == 65535 && (us <<= 4) == 65520 && (us >>= 8) == 255 && (us ^= 0x1ff00) == 65535);
    assert((us |= 0x10000) == 65535 && (us &= 0x1000f) == 15 && (us /= -4) == 65533 && (us %= 7) == 6);
    assert((i = -7) == -7 && (u = 2) == 2 && (i /= u) == 2147483644 && (i = -7) < 0 && (i %= 4) == -3 && (i >>= 1) == -2);
    assert((u = -7) == 4294967289 && (u >>= 1) == 2147483644 && (l = -1) == -1 && (l += u) == 2147483643);
    assert((i = 5) == 5 && (i -= 7u) == -2 && (i *= -3L) == 6 && (i <<= 2L) == 24 && (i ^= -1) == -25);
    assert((ul = -1) == 18446744073709551615ul && (ul += 2) == 1 && (ul -= 3) == -2ul && (ul >>= 63) == 1);
    assert((b = 2) == 1 && (b += 2) == 1 && (b -= 1) == 0 && (b |= 4) == 1 && (b &= 2) == 0 && (b ^= 6) == 1);
    assert((b *= 8) == 1 && (b <<= 3) == 1 && (b >>= 1) == 0 && b == 0);

    // Each assignment of several converts on its way.
    assert((i = c = 300) == 44 && i == 44 && (l = uc = -1) == 255 && (ul = c = 255) == -1ul && (i = b = 2) == 1);
    assert((l = i = u = -1) == -1 && (l = u = i = -1) == 4294967295 && (i = l = 5000000000) == 705032704);
    return 0;
}
