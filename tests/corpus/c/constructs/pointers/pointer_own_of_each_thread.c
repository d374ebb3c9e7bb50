// expect: safe
// Each of any number of threads follows pointers to its own variables, which nobody else sees.
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

void add(int *to, int *from)
{
    *to += *from;
}

void *worker(void *unused)
{
    int a[2] = {1, 2}, x = 3;
    int *p = nondet_int() ? &x : &a[1];
    int before = *p;
    add(p, &a[0]);
    assert(*p == before + 1);
    assert(a[0] == 1 && (p == &x ? x == 4 && a[1] == 2 : x == 3 && a[1] == 3));
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
