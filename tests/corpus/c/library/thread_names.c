// expect: safe
// Names, processors and priorities of threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

int x;

void *run(void *unused)
{
    cpu_set_t set;
    struct sched_param parameters;
    int policy;
    pthread_setname_np(pthread_self(), "worker");
    pthread_getaffinity_np(pthread_self(), sizeof set, &set);
    pthread_getschedparam(pthread_self(), &policy, &parameters);
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    int error = pthread_kill(thread, 0);
    assert(error >= 0);
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
