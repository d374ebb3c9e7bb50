// expect: error unsupported
// Each worker shows the others its own local variable; which one the pointer means depends on who came last.
#include <assert.h>
#include <pthread.h>

int *shown;

void *worker(void *unused)
{
    int mine = 0;
    shown = &mine;
    *shown = *shown + 1;
    assert(mine == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
