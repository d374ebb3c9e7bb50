// expect: safe
// Atomic operations on pointers give pointers; `__sync` and `__atomic` ones count in bytes, `++` in elements.
#include <assert.h>
#include <stdatomic.h>

int a[4] = {1, 2, 3, 4};
int *p = a;
_Atomic(int *) q = a;
int x = 10, y = 20;

int main(void)
{
    assert(__sync_fetch_and_add(&p, 4) == a && p == a + 1 && *p == 2);
    assert(*__atomic_add_fetch(&p, 8, 5) == 4 && __sync_sub_and_fetch(&p, 4) == &a[2]);
    assert(__atomic_fetch_sub(&p, 8, 5) == a + 2 && p == a);
    assert(q++ == a && *q == 2 && *++q == 3 && q-- == a + 2 && *--q == 1);
    q += 3;
    assert(*q == 4);
    q -= 2;
    assert(q == a + 1);

    p = &x;
    assert(__sync_lock_test_and_set(&p, &y) == &x && *p == 20);
    assert(__sync_val_compare_and_swap(&p, &x, 0) == &y && p == &y);
    assert(__sync_bool_compare_and_swap(&p, &y, &x) && *__atomic_load_n(&p, 5) == 10);
    assert(*__atomic_exchange_n(&p, &a[1], 5) == 10 && *p == 2);
    int *expected = &x;
    assert(!__atomic_compare_exchange_n(&p, &expected, &y, 0, 5, 5) && expected == &a[1] && *expected == 2);
    assert(__atomic_compare_exchange_n(&p, &expected, &y, 0, 5, 5) && p == &y);
    atomic_store(&q, &x);
    assert(*atomic_exchange(&q, &y) == 10 && *atomic_load(&q) == 20);
    assert(!atomic_compare_exchange_strong(&q, &expected, 0) && *expected == 20);
    assert(atomic_compare_exchange_strong(&q, &expected, 0) && q == 0);
    return 0;
}
