// expect: safe
// Both raise a flag and go in if the other one is down: nobody may get in, but never both.
#include <pthread.h>

int flag_one, flag_two, inside, most;

void *one(void *unused)
{
    __atomic_store_n(&flag_one, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&flag_two, __ATOMIC_SEQ_CST)) {
        inside++;
        if (inside > most)
            most = inside;
        inside--;
    }
    __atomic_store_n(&flag_one, 0, __ATOMIC_SEQ_CST);
    return 0;
}

void *two(void *unused)
{
    __atomic_store_n(&flag_two, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&flag_one, __ATOMIC_SEQ_CST)) {
        inside++;
        if (inside > most)
            most = inside;
        inside--;
    }
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
