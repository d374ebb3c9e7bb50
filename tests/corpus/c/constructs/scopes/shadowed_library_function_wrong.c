// expect: unsafe
// Why: the thread is joined, and may have set the variable last.
#include <pthread.h>
#include <assert.h>

int x;

void *set(void *unused)
{
    x = 1;
    return 0;
}

int ignore(int number)
{
    return number;
}

int call(int (*pthread_detach)(int))
{
    return pthread_detach(0);
}

int main()
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    call(ignore); x = 2;
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
