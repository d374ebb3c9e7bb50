// expect: unsafe
// Why: the thread of the second block sets the variable of the first one.
#include <pthread.h>
#include <assert.h>

int x, y;

void *set_x(void *unused)
{
    x = 1;
    return 0;
}

void *set_y(void *unused)
{
    y = 1;
    return 0;
}

int main()
{
    {
        pthread_t t;
        pthread_create(&t, 0, set_x, 0);
        pthread_join(t, 0);
    }
    assert(x == 1);
    {
        pthread_t t;
        pthread_create(&t, 0, set_x, 0);
        pthread_join(t, 0);
    }
    assert(y == 1);
    return 0;
}
