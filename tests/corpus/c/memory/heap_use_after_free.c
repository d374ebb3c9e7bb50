// expect: unsafe
// Main frees the object without waiting: the worker starts, main frees, the worker reads input.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

struct job {
    int input, output;
};

void *worker(void *arg)
{
    struct job *job = arg;
    job->output = job->input + 1;
    assert(job->output == 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct job *job = malloc(sizeof *job);
    if (!job)
        return 1;
    job->input = 1;
    pthread_create(&t, 0, worker, job);
    free(job);
    return 0;
}
