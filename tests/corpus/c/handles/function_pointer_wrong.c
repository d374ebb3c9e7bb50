// expect: unsafe
// Both functions may run.
#include <assert.h>
#include <pthread.h>

int sum;

void *one(void *by)
{
    sum = 1;
    return by;
}

void *two(void *by)
{
    sum = 2;
    return by;
}

struct job {
    void *(*function)(void *);
    void *argument;
} jobs[2] = { { one, 0 }, { two, 0 } };

int main(int argc, char **argv)
{
    pthread_t thread;
    int which = argc > 1;
    pthread_create(&thread, 0, jobs[which].function, jobs[which].argument);
    pthread_join(thread, 0);
    assert(sum == 1);
    return 0;
}
