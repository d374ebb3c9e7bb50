// expect: safe
// What exchanging functions return and store: the value before, whether it was the expected one, and the new one.
#include <assert.h>
#include <stdatomic.h>

int x, old, new;
_Bool flag;
atomic_flag taken = ATOMIC_FLAG_INIT;
_Atomic int counter = 5;
int *_Atomic pointer = &x;

int main(void)
{
    assert(__sync_bool_compare_and_swap(&x, 1, 2) == 0 && x == 0);
    assert(__sync_bool_compare_and_swap(&x, 0, 2) == 1 && x == 2);
    assert(__sync_val_compare_and_swap(&x, 1, 3) == 2 && __sync_val_compare_and_swap(&x, 2, 3) == 2 && x == 3);
    assert(__sync_lock_test_and_set(&x, 4) == 3 && __atomic_exchange_n(&x, 5, 5) == 4);
    new = 6;
    __atomic_exchange(&x, &new, &old, 5);
    assert(old == 5 && x == 6 && new == 6);
    assert(!__atomic_compare_exchange_n(&x, &old, 7, 0, 5, 5) && old == 6 && x == 6);
    assert(__atomic_compare_exchange_n(&x, &old, 7, 0, 5, 5) && old == 6 && x == 7);
    assert(!__atomic_compare_exchange(&x, &old, &new, 0, 5, 5) && old == 7 && x == 7);
    assert(__atomic_compare_exchange(&x, &old, &new, 0, 5, 5) && old == 7 && x == 6);
    __atomic_load(&x, &old, 5);
    new = 8;
    __atomic_store(&x, &new, 5);
    assert(old == 6 && x == 8 && __atomic_load_n(&x, 5) == 8);
    __atomic_store_n(&x, 9, 5);
    assert(x == 9 && !__atomic_test_and_set(&flag, 5) && __atomic_test_and_set(&flag, 5) && flag);
    __atomic_clear(&flag, 5);
    __sync_lock_release(&x);
    assert(!flag && x == 0 && !atomic_flag_test_and_set(&taken) && atomic_flag_test_and_set(&taken));
    assert(atomic_fetch_add(&counter, 2) == 5 && counter++ == 7 && --counter == 7 && (counter += 3) == 10);
    assert(atomic_exchange(&pointer, &new) == &x && *atomic_load(&pointer) == 8);
    return 0;
}
