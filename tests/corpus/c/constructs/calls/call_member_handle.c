// expect: safe
// A thread handle may be a member of a structure, found by a pointer, and be joined or detached.
#include <assert.h>
#include <pthread.h>

struct task {
    pthread_t thread;
    int number;
} tasks[2] = {{.number = 1}, {.number = 2}};

void *worker(void *argument)
{
    struct task *task = argument;
    task->number += 2;
    assert(task->number == 3 || task->number == 4);
    return 0;
}

int main(void)
{
    struct task *p = &tasks[0];
    pthread_create(&p->thread, 0, worker, p);
    pthread_create(&tasks[1].thread, 0, worker, &tasks[1]);
    pthread_join(p->thread, 0);
    pthread_detach(tasks[1].thread);
    assert(p->number == 1 || p->number == 3);
    return 0;
}
