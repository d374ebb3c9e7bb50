// expect: safe
// Arithmetic that says whether it overflows, and gives what is left.
#include <assert.h>
#include <limits.h>

int main(void)
{
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    unsigned char c;
    assert(!__builtin_add_overflow(1, 2, &i) && i == 3);
    assert(__builtin_add_overflow(INT_MAX, 1, &i) && i == INT_MIN);
    assert(!__builtin_add_overflow(INT_MAX, 1, &l) && l == 1l + INT_MAX);
    assert(__builtin_sub_overflow(0u, 1u, &u) && u == UINT_MAX);
    assert(__builtin_sub_overflow(0, 1, &u));
    assert(__builtin_mul_overflow(1l << 62, 2l, &l) && __builtin_mul_overflow(-1l, LONG_MIN, &l));
    assert(!__builtin_mul_overflow(-1l, LONG_MAX, &l) && l == -LONG_MAX);
    assert(__builtin_add_overflow(ULONG_MAX, 1ul, &ul) && ul == 0);
    assert(__builtin_add_overflow(200, 100, &c) && c == 44);
    assert(__builtin_sadd_overflow(INT_MIN, -1, &i) && __builtin_umul_overflow(1u << 31, 2u, &u));
}
