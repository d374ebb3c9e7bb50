// expect: unsafe
// The same calls in the same order; the last one leaves 254.
#include <assert.h>

unsigned char x;

int main(void)
{
    assert(__sync_fetch_and_add(&x, 250) == 0 && __sync_add_and_fetch(&x, 10) == 4 && x == 4);
    assert(__sync_fetch_and_sub(&x, 1) == 4 && __sync_sub_and_fetch(&x, 1) == 2 && x == 2);
    assert(__sync_fetch_and_or(&x, 9) == 2 && __sync_or_and_fetch(&x, 4) == 15 && x == 15);
    assert(__sync_fetch_and_and(&x, 11) == 15 && __sync_and_and_fetch(&x, 9) == 9 && x == 9);
    assert(__sync_fetch_and_xor(&x, 3) == 9 && __sync_xor_and_fetch(&x, 2) == 8 && x == 8);
    assert(__sync_fetch_and_nand(&x, 12) == 8 && x == 247 && __sync_nand_and_fetch(&x, 3) == 252);
    assert(__atomic_fetch_add(&x, 5, 5) == 252 && __atomic_add_fetch(&x, 1, 5) == 2);
    assert(__atomic_fetch_sub(&x, 3, 5) == 2 && __atomic_sub_fetch(&x, 1, 5) == 254);
    assert(__atomic_fetch_or(&x, 1, 5) == 254 && __atomic_or_fetch(&x, 0, 5) == 255);
    assert(__atomic_fetch_and(&x, 6, 5) == 255 && __atomic_and_fetch(&x, 3, 5) == 2);
    assert(__atomic_fetch_xor(&x, 6, 5) == 2 && __atomic_xor_fetch(&x, 1, 5) == 5);
    assert(__atomic_fetch_nand(&x, 4, 5) == 5 && __atomic_nand_fetch(&x, 1, 5) == 254 && x != 254);
    return 0;
}
