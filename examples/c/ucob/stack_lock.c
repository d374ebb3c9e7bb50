// expect: safe
// Stack in an array of two cells behind a lock (row 09, Stack-L): what is popped was pushed before.
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
    pthread_mutex_lock(&m);
    if (top > 0) {
        top = top - 1;
        assert(cells[top] == 1);
        cells[top] = 0;
    }
    pthread_mutex_unlock(&m);
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
