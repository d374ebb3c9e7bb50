// expect: safe
// Peterson's lock around an increment: both are counted.
#include <pthread.h>

int flag_one, flag_two, turn, value;

void *one(void *unused)
{
    __atomic_store_n(&flag_one, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&turn, 2, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&flag_two, __ATOMIC_SEQ_CST) && __atomic_load_n(&turn, __ATOMIC_SEQ_CST) == 2)
        ;
    value = value + 1;
    __atomic_store_n(&flag_one, 0, __ATOMIC_SEQ_CST);
    return 0;
}

void *two(void *unused)
{
    __atomic_store_n(&flag_two, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&turn, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&flag_one, __ATOMIC_SEQ_CST) && __atomic_load_n(&turn, __ATOMIC_SEQ_CST) == 1)
        ;
    value = value + 1;
    __atomic_store_n(&flag_two, 0, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
