// expect: unsafe
// The same, but it is completed too early: a user is let through and reads data == 0.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t queue = PTHREAD_COND_INITIALIZER;
int done, data;

void complete_all(void)
{
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_broadcast(&queue);
    pthread_mutex_unlock(&lock);
}

void wait_for_completion(void)
{
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&queue, &lock);
    pthread_mutex_unlock(&lock);
}

void *probe(void *unused)
{
    complete_all();
    data = 1;
    return 0;
}

void *user(void *unused)
{
    wait_for_completion();
    assert(data == 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, probe, 0);
    while (1)
        pthread_create(&thread, 0, user, 0);
}
