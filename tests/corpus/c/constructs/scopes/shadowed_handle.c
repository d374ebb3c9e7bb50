// expect: safe
// Why: the handle of `main` is joined exactly although another function has a parameter of its name.
#include <pthread.h>
#include <assert.h>

int x;

void *set(void *unused)
{
    x = 1;
    return 0;
}

void join(pthread_t *t)
{
}

pthread_t t;

int main()
{
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    assert(x == 1);
    join(0);
    return 0;
}
