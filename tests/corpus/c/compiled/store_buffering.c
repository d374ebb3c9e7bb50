// expect: safe
// Each thread writes one variable and reads the other: not both can read 0.
#include <pthread.h>

int x, y, seen_by_one, seen_by_two;

void *one(void *unused)
{
    x = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    seen_by_one = y;
    return 0;
}

void *two(void *unused)
{
    y = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    seen_by_two = x;
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
