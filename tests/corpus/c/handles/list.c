// expect: unknown
// The threads of a list are created in a loop: a join may return early, which a run must not rely on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_t thread;
    struct node *next;
};

int done;

void *run(void *unused)
{
    done = 1;
    return 0;
}

int main(void)
{
    struct node *first = malloc(sizeof *first);
    first->next = 0;
    int tries = 0;
    while (tries < 1) {
        pthread_create(&first->thread, 0, run, 0);
        tries++;
    }
    pthread_join(first->thread, 0);
    assert(done);
    return 0;
}
