// expect: safe
// What a verifier's functions that are not declared give has the type that the name tells; their arguments are evaluated.
#include <assert.h>

int main(void)
{
    long u = nondet_uchar(), v = __VERIFIER_nondet_unsigned_char(), t = nondet__Bool();
    assert(u >= 0 && u <= 255 && v >= 0 && v <= 255 && (t == 0 || t == 1));
    u = nondet_ushort();
    v = nondet_uint();
    t = __VERIFIER_nondet_unsigned();
    assert(u >= 0 && u <= 65535 && v >= 0 && v <= 4294967295 && t >= 0 && t <= 4294967295);
    u = nondet_char();
    v = nondet_short();
    t = nondet_int();
    assert(u >= -128 && u <= 127 && v >= -32768 && v <= 32767 && t >= -2147483648 && t <= 2147483647);
    assert(nondet_ulong() >= 0 && nondet_ulonglong() >= 0);
    int n = 0;
    nondet_int(n++, n += 5);
    assert(n == 6);
    return 0;
}
