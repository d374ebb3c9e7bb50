// expect: unknown
// Some bytes of a number get any values, as many as another number says.
#include <assert.h>

void __VERIFIER_nondet_memory(void *, unsigned long);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    int x = 7;
    unsigned long count = __VERIFIER_nondet_ulong();
    if (count == 3) {
        __VERIFIER_nondet_memory(&x, count);
        assert(x == 7);
    }
}
