// expect: safe
// What the `__atomic` functions return and store, also where they get and give values by pointers.
#include <assert.h>

unsigned char c = 250;
int x = 6;
short h = -1;
long wide[2] = {1, 2};
_Bool flag;
char byte;

int main(void)
{
    assert(__atomic_fetch_add(&c, 10, 5) == 250 && c == 4);
    assert(__atomic_fetch_sub(&c, 6, 5) == 4 && c == 254);
    assert(__atomic_add_fetch(&c, 3, 5) == 1 && __atomic_sub_fetch(&c, 2, 5) == 255);
    assert(__atomic_fetch_or(&x, 9, 5) == 6 && x == 15 && __atomic_or_fetch(&x, 16, 5) == 31);
    assert(__atomic_fetch_and(&x, 21, 5) == 31 && x == 21 && __atomic_and_fetch(&x, 7, 5) == 5);
    assert(__atomic_fetch_xor(&x, 6, 5) == 5 && x == 3 && __atomic_xor_fetch(&x, 1, 5) == 2);
    assert(__atomic_fetch_nand(&x, 3, 5) == 2 && x == -3 && __atomic_nand_fetch(&x, 8, 5) == -9);
    assert(__atomic_add_fetch(&h, 1, 5) == 0 && __atomic_fetch_sub(&h, 1, 5) == 0 && h == -1);

    int expected = 1, new = 9, old = 0;
    x = 0;
    assert(__atomic_compare_exchange_n(&x, &expected, 4, 0, 5, 5) == 0 && expected == 0 && x == 0);
    assert(__atomic_compare_exchange_n(&x, &expected, 4, 0, 5, 5) == 1 && expected == 0 && x == 4);
    assert(!__atomic_compare_exchange(&x, &expected, &new, 0, 5, 5) && expected == 4 && x == 4 && new == 9);
    assert(__atomic_compare_exchange(&x, &expected, &new, 0, 5, 5) && expected == 4 && x == 9 && new == 9);
    assert(__atomic_exchange_n(&x, 3, 5) == 9 && x == 3);
    __atomic_exchange(&x, &new, &old, 5);
    assert(x == 9 && old == 3 && new == 9);
    __atomic_store_n(&x, 11, 5);
    assert(__atomic_load_n(&x, 5) == 11);
    __atomic_load(&x, &old, 5);
    assert(old == 11);
    old = 12;
    __atomic_store(&x, &old, 5);
    assert(x == 12);
    __atomic_store_n(&c, 300, 5);
    assert(c == 44 && __atomic_load_n(&c, 5) + 300 == 344);
    __atomic_thread_fence(5);
    __atomic_signal_fence(5);

    assert(!__atomic_test_and_set(&flag, 5) && flag == 1 && __atomic_test_and_set(&flag, 5) == 1 && flag == 1);
    __atomic_clear(&flag, 5);
    assert(flag == 0 && __atomic_test_and_set(&byte, 5) == 0 && byte == 1 && __atomic_test_and_set(&byte, 5));
    __atomic_clear(&byte, 5);
    assert(byte == 0);
    int i = 1;
    long want = 2, put = 5;
    assert(__atomic_compare_exchange(&wide[i], &want, &put, 0, 5, 5) && wide[1] == 5 && wide[0] == 1);
    assert(!__atomic_compare_exchange_n(wide + i, &want, put + 1, 0, 5, 5) && want == 5 && wide[1] == 5);
    __atomic_exchange(&wide[i - 1], &want, &wide[i], 5);
    assert(wide[0] == 5 && wide[1] == 1);
    return 0;
}
