// expect: error unsupported
// A recursive function ends its thread.
#include <assert.h>
#include <pthread.h>

int x;

void descend(int depth)
{
    if (depth == 0)
        pthread_exit(0);
    descend(depth - 1);
}

int main(void)
{
    descend(2);
    assert(0);
    return 0;
}
