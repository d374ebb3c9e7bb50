// expect: safe
// Variables of main that a thread gets the address of, also by way of others, are the same for both.
#include <assert.h>
#include <pthread.h>

struct task {
    int in;
    int *out;
    struct task *next;
};
int **posted;

void *worker(void *argument)
{
    struct task *task = argument;
    *task->out = task->in + 1;
    task->next->in = 20;
    *task->next->out = 30;
    **posted = 40;
    *posted = task->out;
    return 0;
}

int main(void)
{
    pthread_t t;
    int first = 0, second = 0, third = 0, own = 3;
    int *pointer = &third, *mine = &own;
    struct task last = {1, &second, 0}, task = {10, &first, &last};
    posted = &pointer;
    pthread_create(&t, 0, worker, &task);
    pthread_join(t, 0);
    assert(first == 11 && last.in == 20 && second == 30 && third == 40 && pointer == &first && *mine == 3);
    return 0;
}
