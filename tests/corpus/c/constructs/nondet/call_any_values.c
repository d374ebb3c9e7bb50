// expect: safe
// A function that gives any value and is not declared gives those of the type that its name tells.
#include <assert.h>

int main(void)
{
    int b = nondet_bool(), c = nondet_char(), u = __VERIFIER_nondet_uchar();
    assert((b == 0 || b == 1) && -128 <= c && c <= 127 && 0 <= u && u <= 255);
    int s = nondet_short(), t = __VERIFIER_nondet_ushort();
    assert(-32768 <= s && s <= 32767 && 0 <= t && t <= 65535);
    long i = nondet_int(), n = nondet_unsigned(), m = __VERIFIER_nondet_uint();
    assert(-2147483648 <= i && i <= 2147483647 && 0 <= n && n <= 4294967295 && 0 <= m && m <= 4294967295);
    assert((nondet_ulong() | 1) > 0 && (nondet_ulonglong() | 1) > 0);
    return 0;
}
