// expect: unsafe
// The same, but pop looks for elements before it takes the lock: worker 1 has pushed one, workers 1 and 2 both see it,
// worker 1 pops it, worker 2 finds the stack empty.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define ROOM 2

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int cells[ROOM];
int top;

void push(void)
{
    pthread_mutex_lock(&m);
    if (top < ROOM) {
        cells[top] = 1;
        top = top + 1;
    }
    pthread_mutex_unlock(&m);
}

void pop(void)
{
    if (top > 0) {
        pthread_mutex_lock(&m);
        assert(top > 0);
        top = top - 1;
        cells[top] = 0;
        pthread_mutex_unlock(&m);
    }
}

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        push();
    pop();
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
