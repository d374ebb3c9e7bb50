// expect: safe
// Handles may be members and elements behind pointers, be joined and detached, and be copied with their structure.
#include <assert.h>
#include <pthread.h>

struct task {
    pthread_t thread;
    int number;
} tasks[2], copy;
int x;

void *worker(void *argument)
{
    struct task *task = argument;
    assert(task->number == 1 || task->number == 2);
    return 0;
}

int main(void)
{
    struct task *task = &tasks[1];
    tasks[0].number = 1;
    task->number = 2;
    assert(pthread_create(&tasks[0].thread, 0, worker, &tasks[0]) == 0);
    assert(pthread_create(&task->thread, 0, worker, task) == 0);
    copy = tasks[1];
    assert(pthread_join(tasks[0].thread, 0) == 0);
    assert(pthread_detach(copy.thread) == 0 && copy.number == 2);
    return 0;
}
