// expect: safe
// What the `__sync` functions return, before or after the change, and what they leave behind.
#include <assert.h>

unsigned char c = 250;
signed char s = 100;
unsigned u = 0xf0;
long l = 1;
int x, a[3];

int main(void)
{
    assert(__sync_fetch_and_add(&c, 10) == 250 && c == 4);
    assert(__sync_fetch_and_sub(&c, 5) == 4 && c == 255);
    assert(__sync_add_and_fetch(&s, 100) == -56 && s == -56);
    assert(__sync_sub_and_fetch(&c, 1) == 254 && c == 254);
    assert(__sync_sub_and_fetch(&s, 100) == 100);
    assert(__sync_fetch_and_or(&u, 0x0f) == 0xf0 && u == 0xff);
    assert(__sync_or_and_fetch(&u, 0x100) == 0x1ff);
    assert(__sync_fetch_and_and(&u, 0x10f) == 0x1ff && u == 0x10f);
    assert(__sync_and_and_fetch(&u, 0xff) == 0xf && u == 0xf);
    assert(__sync_fetch_and_xor(&u, 5) == 0xf && u == 0xa);
    assert(__sync_xor_and_fetch(&u, 1) == 0xb);
    assert(__sync_fetch_and_nand(&u, 9) == 0xb && u == ~9u);
    assert(__sync_nand_and_fetch(&u, 0xff) == ~0xf6u && u == ~0xf6u);
    assert(__sync_fetch_and_nand(&c, 15) == 254 && c == 241);
    assert(__sync_nand_and_fetch(&c, 0x11) == 0xee);
    assert(__sync_fetch_and_add(&l, -2) == 1 && l == -1);
    assert(__sync_add_and_fetch(&l, 1u << 31) == 0x7fffffff);

    assert(__sync_bool_compare_and_swap(&x, 0, 7) == 1 && x == 7);
    assert(__sync_bool_compare_and_swap(&x, 6, 9) == 0 && x == 7);
    assert(__sync_val_compare_and_swap(&x, 7, 8) == 7 && x == 8);
    assert(__sync_val_compare_and_swap(&x, 7, 3) == 8 && x == 8);
    c = 44;
    assert(__sync_bool_compare_and_swap(&c, 300, 513) && c == 1);
    assert(__sync_lock_test_and_set(&x, 5) == 8 && x == 5);
    assert(__sync_lock_test_and_set(&c, 300) == 1 && c == 44);
    __sync_synchronize();
    __sync_lock_release(&x);
    assert(x == 0);

    int i = 0;
    assert(__sync_fetch_and_add(&a[i++], 5) == 0 && i == 1);
    assert(__sync_add_and_fetch(&a[i++], a[0]) == 5 && i == 2);
    assert(__sync_add_and_fetch(a + i, 3) == 3 && a[0] == 5 && a[1] == 5 && a[2] == 3);
    assert(__sync_bool_compare_and_swap(&a[i], 3, a[0] + 1) && a[2] == 6);
    return 0;
}
