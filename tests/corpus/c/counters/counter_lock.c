// expect: safe
// The increment happens under the mutex, so nobody changes value between the read and the assertion.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value;

void *worker(void *arg)
{
    int before;
    pthread_mutex_lock(&m);
    before = value;
    value = before + 1;
    assert(value == before + 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
