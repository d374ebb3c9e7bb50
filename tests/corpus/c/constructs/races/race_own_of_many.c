// expect: unsafe, property race
// Only the worker writes the variable, but there are two workers.
#include <pthread.h>

int own;

void *worker(void *unused)
{
    own = 1;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    return 0;
}
