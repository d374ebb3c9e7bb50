// expect: unsafe
// Why: nobody joins the thread: the handle of another function with the same name does not help.
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
    assert(x == 1);
    join(0);
    return 0;
}
