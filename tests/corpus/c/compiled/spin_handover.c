// expect: safe
// Two threads take turns by a variable that says whose turn it is.
#include <pthread.h>

int turn, value = 1;

void *one(void *unused)
{
    while (__atomic_load_n(&turn, __ATOMIC_SEQ_CST) != 0)
        ;
    value = value * 2;
    __atomic_store_n(&turn, 1, __ATOMIC_SEQ_CST);
    return 0;
}

void *two(void *unused)
{
    while (__atomic_load_n(&turn, __ATOMIC_SEQ_CST) != 1)
        ;
    value = value + 7;
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
