// expect: safe
// A member stands for the thread whose handle is stored there.
#include <assert.h>
#include <pthread.h>

struct task {
    pthread_t thread;
    int number;
} task;

void *worker(void *unused)
{
    task.number = 1;
    return 0;
}

int main(void)
{
    pthread_create(&task.thread, 0, worker, 0);
    pthread_join(task.thread, 0);
    assert(task.number == 1);
    return 0;
}
