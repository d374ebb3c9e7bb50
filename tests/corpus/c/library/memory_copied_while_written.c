// expect: unsafe
// A copy is no single step: it may have the old left and the new right.

#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair { int left, right; } shared;

void *writer(void *unused)
{
    shared.left = 1;
    shared.right = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct pair copy;
    pthread_create(&thread, 0, writer, 0);
    memcpy(&copy, &shared, sizeof copy);
    assert(copy.left >= copy.right);
    pthread_join(thread, 0);
}
