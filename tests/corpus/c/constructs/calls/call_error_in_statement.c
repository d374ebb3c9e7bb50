// expect: safe, property reach-error, flags --granularity statement
// Reaching the error is no reason to take a statement apart, also if the error function has a body.
#include <pthread.h>
#include <stdlib.h>

int x, y;

void reach_error(void) { abort(); }

void *worker(void *unused)
{
    x = y = 1 - x;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    (x == y) || (reach_error(), 0);
    return 0;
}
