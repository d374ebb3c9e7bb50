// expect: safe
// Threads of C11: what creating and joining returns, and the numbers that they end with.
#include <assert.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
int x;

void init(void)
{
    x++;
}

int worker(void *argument)
{
    call_once(&flag, init);
    if (argument == 0)
        thrd_exit(-7);
    return *(int *)argument + 4;
}

int main(void)
{
    thrd_t one, two;
    int number, result = thrd_create(&one, worker, &x);
    assert(result == thrd_success);
    call_once(&flag, init);
    result = thrd_join(one, &number);
    assert(result == thrd_success && number == 5);
    result = thrd_create(&two, worker, 0);
    assert(result == thrd_success);
    result = thrd_join(two, &number);
    assert(result == thrd_success && number == -7 && x == 1);
    return 0;
}
