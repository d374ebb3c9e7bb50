// expect: unknown
// Which thread a member stands for is not known, so that the join might return too early.
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
