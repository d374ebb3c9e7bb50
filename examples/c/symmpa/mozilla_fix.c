// expect: safe
// nsThread of Mozilla, fixed: a new thread waits at the start lock until its creator has stored the thread object.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
int thread_object;

void *thread_main(void *unused)
{
    pthread_mutex_lock(&start_lock);
    pthread_mutex_unlock(&start_lock);
    int self = thread_object;
    assert(self != 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&start_lock);
    pthread_create(&thread, 0, thread_main, 0);
    thread_object = 1;
    pthread_mutex_unlock(&start_lock);
}
