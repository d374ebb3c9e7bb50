// expect: safe
// Why: a parameter with the name of a function of the thread library is a variable, and detaches nothing.
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
    call(ignore);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
