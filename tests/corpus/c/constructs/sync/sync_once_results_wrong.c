// expect: unsafe
// The same calls in the same order; in the end the function has run twice.
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
    assert(pthread_once(&second, count) == 0 && runs != 2);
    return 0;
}
