// expect: unsafe
// The effect may be that a thread starts.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) { assert(x == 1); return 0; }
pthread_t start(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return thread;
}
int main(void)
{
    pthread_t thread = start();
    pthread_join(thread, 0);
    return 0;
}
