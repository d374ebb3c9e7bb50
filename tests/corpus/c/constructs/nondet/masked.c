// expect: safe
// Conditions that hold whatever the values are: by a mask, by the type of a byte, by a remainder.
#include <assert.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_int();
    unsigned char byte = __VERIFIER_nondet_uchar();
    assert((x & 7) < 8 && (x & 7) >= 0);
    assert(byte < 256 && u % 5 < 5);
    assert(((u >> 28) | 3) < 16);
}
