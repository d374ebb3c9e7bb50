// expect: unsafe
// Worker 1 saves front == &left, worker 2 swaps completely (back == &left), worker 1 goes on: front = back = &left.
#include <pthread.h>
#include <assert.h>

#define SWAP(p, q) ({ __typeof__(p) saved = (p); (p) = (q); (q) = saved; })

int left, right;
int *front = &left, *back = &right;

void *worker(void *unused)
{
    SWAP(front, back);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(front != back);
    return 0;
}
