// expect: safe
// A pointer to a struct's first member is a pointer to the struct: each thread finishes its own task.
#include <pthread.h>
#include <assert.h>

struct task {
    int done;
};

struct sum_task {
    struct task task;
    int left, right, result;
};

struct sum_task tasks[2] = { { .left = 1, .right = 2 }, { .left = 3, .right = 4 } };

void run(struct task *task)
{
    struct sum_task *sum = (struct sum_task *)task;
    sum->result = sum->left + sum->right;
    task->done = 1;
}

void *worker(void *arg)
{
    run(arg);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, &tasks[0].task);
    pthread_create(&t2, 0, worker, &tasks[1].task);
    pthread_join(t1, 0);
    assert(tasks[0].task.done && tasks[0].result == 3);
    pthread_join(t2, 0);
    assert(tasks[1].task.done && tasks[1].result == 7);
    return 0;
}
