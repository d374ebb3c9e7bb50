// expect: unsafe
// nsThread of Mozilla before the fix: a new thread may use the thread object before its creator has stored it.
#include <assert.h>
#include <pthread.h>

int thread_object;

void *thread_main(void *unused)
{
    int self = thread_object;
    assert(self != 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, thread_main, 0);
    thread_object = 1;
}
