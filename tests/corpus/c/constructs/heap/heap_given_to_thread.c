// expect: safe
// A thread gets an object with a pointer to a variable of main, and gives back the address of a part of it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    int in;
    int *more;
    int out;
};

void *worker(void *argument)
{
    struct job *job = argument;
    job->out = 2 * job->in + *job->more;
    *job->more = 7;
    return &job->out;
}

int main(void)
{
    pthread_t t;
    void *result;
    int more = 3;
    struct job *job = calloc(1, sizeof *job);
    job->in = 5;
    job->more = &more;
    int error = pthread_create(&t, 0, worker, job);
    assert(error == 0);
    error = pthread_join(t, &result);
    assert(error == 0);
    assert(result == &job->out && *(int *)result == 13 && more == 7);
    free(job);
    return 0;
}
