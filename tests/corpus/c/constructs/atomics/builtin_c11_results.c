// expect: safe
// What the operations of <stdatomic.h> return, and compound assignments to atomic variables.
#include <assert.h>
#include <stdatomic.h>

atomic_int a;
_Atomic unsigned char c;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic long wide[2];
atomic_bool b;
struct {
    int plain;
    atomic_uint count;
} pair = {1, 2};

int main(void)
{
    atomic_init(&a, 5);
    assert(atomic_load(&a) == 5 && atomic_exchange(&a, 6) == 5 && atomic_fetch_add(&a, 3) == 6);
    assert(atomic_fetch_sub(&a, 1) == 9 && atomic_fetch_or(&a, 3) == 8 && atomic_fetch_and(&a, 6) == 11);
    assert(atomic_fetch_xor(&a, 3) == 2 && a == 1);
    atomic_store(&c, 300);
    assert(c == 44 && c++ == 44 && ++c == 46 && (c += 250) == 40 && c-- == 40 && --c == 38);
    assert((c *= 8) == 48 && (c <<= 3) == 128 && (c -= 129) == 255 && (c ^= 0xf0) == 15 && (c /= 4) == 3);
    assert((c |= 8) == 11 && (c %= 4) == 3 && (c &= 2) == 2 && (c >>= 1) == 1 && c == 1);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag) == 1);
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    int expected = 2;
    assert(!atomic_compare_exchange_strong(&a, &expected, 9) && expected == 1 && a == 1);
    assert(atomic_compare_exchange_strong(&a, &expected, 9) && expected == 1 && a == 9);
    int i = 1;
    wide[1] = 4;
    assert(wide[i]++ == 4 && atomic_fetch_add(&wide[i], -10) == 5 && wide[1] == -5 && wide[0] == 0);
    b = 7;
    assert(b == 1 && atomic_exchange(&b, 0) == 1 && b == 0);
    assert(++pair.count == 3 && pair.count-- == 3 && atomic_fetch_add(&pair.count, 5) == 2 && pair.plain == 1);
    atomic_thread_fence(memory_order_seq_cst);
    assert(atomic_load_explicit(&pair.count, memory_order_relaxed) == 7);
    return 0;
}
