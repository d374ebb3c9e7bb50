// expect: error unsupported
// A whole structure is written and read in one step.
#include <assert.h>
#include <pthread.h>

struct pair {
    int x, y;
};

_Atomic struct pair shared;

void *worker(void *unused)
{
    struct pair old = shared;
    struct pair new = { old.x + 1, old.y + 1 };
    shared = new;
    struct pair seen = shared;
    assert(seen.x == seen.y);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
