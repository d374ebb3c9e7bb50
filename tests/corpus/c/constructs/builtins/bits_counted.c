// expect: safe
// What gcc's functions about bits return.
#include <assert.h>

int main(void)
{
    assert(__builtin_popcount(0xf0f0u) == 8 && __builtin_popcountll(~0ull) == 64 && __builtin_popcountl(1ul << 40) == 1);
    assert(__builtin_parity(7) == 1 && __builtin_parity(3) == 0);
    assert(__builtin_ctz(8) == 3 && __builtin_ctzll(1ull << 63) == 63);
    assert(__builtin_clz(1) == 31 && __builtin_clzll(1) == 63 && __builtin_clz(~0u) == 0 && __builtin_clz(0x00ffff00) == 8);
    assert(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4 && __builtin_ffsll(1ll << 40) == 41);
    assert(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x12345678) == 0x78563412);
    assert(__builtin_bswap64(0x0102030405060708ull) == 0x0807060504030201ull);
}
