// expect: safe
// Why: a function that calls a pointer of its own name does not call itself.
#include <assert.h>
#include <pthread.h>

int one(void)
{
    return 1;
}

int twice(int (*twice)(void))
{
    return 2 * twice();
}

void *run(void *unused)
{
    assert(twice(one) == 2);
    return 0;
}

int main()
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, run, 0);
}
