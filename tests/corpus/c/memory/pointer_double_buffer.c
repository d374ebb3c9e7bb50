// expect: safe
// The two buffers change roles under the mutex, through pointers to the pointers: they never become the same, and what
// was written behind is seen in front.
#include <pthread.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int buffers[2];
int *front = &buffers[0], *back = &buffers[1];

void swap(int **p, int **q)
{
    int *saved = *p;
    *p = *q;
    *q = saved;
}

void *worker(void *unused)
{
    int frame = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    *back = frame;
    swap(&front, &back);
    assert(front != back);
    assert(*front == frame);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
