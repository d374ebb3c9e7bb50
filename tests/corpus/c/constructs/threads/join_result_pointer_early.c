// expect: unsafe
// Where the result goes is known before the wait.
#include <assert.h>
#include <pthread.h>
void *a, *b;
void **_Atomic p = &a;
void *worker(void *unused) { p = &b; return (void *)7; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, p);
    assert(b == (void *)7);
    return 0;
}
