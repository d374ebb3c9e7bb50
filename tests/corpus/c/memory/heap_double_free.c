// expect: unsafe
// Check and free are apart: both workers see that shared is not null, both free the same object.
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *worker(void *unused)
{
    int *mine = shared;
    if (mine != 0) {
        free(mine);
        shared = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    shared = malloc(sizeof(int));
    if (shared == 0)
        return 1;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
