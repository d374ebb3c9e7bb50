// expect: unsafe
// The writer does not wait for readers: reader 1 is inside, the writer writes 1, the reader sees it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int readers, writing, x;

void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    while (writing)
        pthread_cond_wait(&changed, &m);
    readers = readers + 1;
    pthread_mutex_unlock(&m);
    assert(x == 0);
    pthread_mutex_lock(&m);
    readers = readers - 1;
    if (readers == 0)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}

void *writer(void *unused)
{
    pthread_mutex_lock(&m);
    while (writing)
        pthread_cond_wait(&changed, &m);
    writing = 1;
    pthread_mutex_unlock(&m);
    x = 1;
    x = 0;
    pthread_mutex_lock(&m);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&two, 0, writer, 0);
    pthread_create(&three, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    return 0;
}
