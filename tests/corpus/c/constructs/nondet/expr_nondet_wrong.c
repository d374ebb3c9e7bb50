// expect: unsafe
// All of these values are possible at once: the greatest of each unsigned type, and something negative of each signed one.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_port(void);

int main(void)
{
    assert(nondet_uchar() != 255 || nondet_unsigned_char() != 255 || nondet_ushort() != 65535 || nondet_bool() != 1
           || nondet_uint() != 4294967295 || nondet_unsigned() != 4294967295
           || nondet_ulong() != 18446744073709551615ul || nondet_ulonglong() != 18446744073709551615ul
           || nondet_char() != -1 || nondet_short() != -1 || nondet_int() != -1 || nondet_long() >= 0
           || nondet_longlong() >= 0 || nondet_long() != 2 || __VERIFIER_nondet_port() != 65535);
    return 0;
}
