// expect: safe
// Two functions call each other; a number below a bound is even or odd, whatever the other thread does.
#include <assert.h>
#include <pthread.h>

int number;

int is_odd(int n);

int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

void *changes(void *unused)
{
    number = 4;
    number = 6;
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, changes, 0);
    assert(is_even(number));
    return 0;
}
