// expect: safe
// Helpers work on the addresses of locals only; the shared variable is read once, so swapping twice restores the copies.
#include <pthread.h>
#include <assert.h>

int s;

void swap(int *p, int *q)
{
    int old = *p;
    *p = *q;
    *q = old;
}

void *worker(void *arg)
{
    int a = s, b = a, c = 3;
    swap(&a, &c);
    swap(&a, &c);
    assert(a == b);
    s = c;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
