// expect: safe
// `assert` says what it is given a second time in `sizeof`, where it is not evaluated: the join is exact.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) { x = 1; return 0; }
int main(void)
{
    pthread_t thread;
    assert(pthread_create(&thread, 0, worker, 0) == 0);
    assert(pthread_join(thread, 0) == 0);
    assert(x == 1);
    return 0;
}
