// expect: safe
// Main frees the object after the worker has ended.
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
    pthread_join(t, 0);
    free(job);
    return 0;
}
