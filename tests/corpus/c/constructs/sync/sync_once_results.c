// expect: safe
// A function runs once for each control, however often it is asked for, and each call returns 0.
#include <assert.h>
#include <pthread.h>

pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
int runs;

void count(void)
{
    runs++;
}

int main(void)
{
    assert(pthread_once(&first, count) == 0 && runs == 1);
    assert(pthread_once(&first, count) == 0 && runs == 1);
    assert(pthread_once(&second, count) == 0 && runs == 2);
    assert(pthread_once(&second, count) == 0 && runs == 2);
    return 0;
}
