// expect: error unsupported
// A return leaves the block of a handler without popping it.
#include <assert.h>
#include <pthread.h>

int x;

void set(void *unused)
{
    x = 1;
}

int main(void)
{
    pthread_cleanup_push(set, 0);
    return 0;
    pthread_cleanup_pop(0);
    return 1;
}
