// expect: error recursion
// Two functions call each other.
#include <assert.h>
#include <pthread.h>

int x;

void odd(int n);

void even(int n)
{
    if (n > 0)
        odd(n - 1);
}

void odd(int n)
{
    x = 1;
    if (n > 0)
        even(n - 1);
}

void *worker(void *unused)
{
    even(3);
    assert(x == 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
